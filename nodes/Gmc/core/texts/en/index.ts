import { customers } from './customers';
import { keys } from './keys';
import { login } from './login';
import { money } from './money';
import { rows } from './rows';
import { service } from './service';
import { values } from './values';

/** What the nodes say, in English. */
export const en = { customers, keys, login, money, rows, service, values };
