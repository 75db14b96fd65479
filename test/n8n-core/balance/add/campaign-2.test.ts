import { campaignTest } from '../../../../harness/campaign/seeds';

campaignTest(41, 80);
