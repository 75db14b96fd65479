import { SEVERAL_ROWS } from '../../../../../harness/keys/worlds';
import { testWorlds } from './explored';

testWorlds(SEVERAL_ROWS);
