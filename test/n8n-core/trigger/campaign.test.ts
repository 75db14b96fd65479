import { campaignTest } from '../../../harness/histories/campaign';
import { EVENTS } from '../../../nodes/Gmc/core/polling/event';

// Each event comes exactly once, whatever happens to clocks, lists and processes.
campaignTest(EVENTS, 40);
