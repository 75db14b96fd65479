import { campaignTest } from '../../../../harness/histories/shop/property';

campaignTest(2, 40);
