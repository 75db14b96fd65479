import { campaignTest } from '../../../../harness/campaign/property';

campaignTest(2, 40);
