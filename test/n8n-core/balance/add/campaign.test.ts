import { campaignTest } from '../../../../harness/histories/campaign';

// Nobody is paid twice, nobody is forgotten.
campaignTest(['shop'], 20);
