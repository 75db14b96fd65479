import { campaignTest } from '../../../../harness/campaign/seeds';

// In two files, since a file takes one core only.
campaignTest(1, 40);
