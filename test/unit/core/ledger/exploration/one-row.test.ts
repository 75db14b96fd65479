import { ONE_ROW } from '../../../../../harness/keys/worlds';
import { testWorlds } from './explored';

testWorlds(ONE_ROW);
