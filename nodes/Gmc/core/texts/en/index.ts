import { account } from './account';
import { customers } from './customers';
import { keys } from './keys';
import { listing } from './listing';
import { login } from './login';
import { money } from './money';
import { rows } from './rows';
import { service } from './service';
import { trigger } from './trigger';
import { values } from './values';

/** What the nodes say, in English. */
export const en = {
	account,
	customers,
	keys,
	listing,
	login,
	money,
	rows,
	service,
	trigger,
	values,
};
