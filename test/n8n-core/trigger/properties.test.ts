import { EVENTS } from '../../../nodes/Gmc/core/polling/event';
import { isSettling, propertyTests } from '../../../harness/histories/trigger/properties';

propertyTests(EVENTS.filter((event) => !isSettling(event)));
