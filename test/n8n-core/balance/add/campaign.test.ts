import { campaignTest } from '../../../../harness/histories/shop/property';

// In two files, since a file takes one core only.
campaignTest(1, 40);
