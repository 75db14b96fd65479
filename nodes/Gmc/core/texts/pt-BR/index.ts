import type { en } from '../en';
import { customers } from './customers';
import { keys } from './keys';
import { login } from './login';
import { money } from './money';
import { rows } from './rows';
import { service } from './service';
import { values } from './values';

/** O que os nós dizem, em português do Brasil. */
export const ptBR: typeof en = { customers, keys, login, money, rows, service, values };
