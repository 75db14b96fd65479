import type { en } from '../en';
import { account } from './account';
import { additions } from './additions';
import { batches } from './batches';
import { customers } from './customers';
import { duplicates } from './duplicates';
import { keys } from './keys';
import { listing } from './listing';
import { login } from './login';
import { money } from './money';
import { payees } from './payees';
import { reconciling } from './reconciling';
import { rows } from './rows';
import { service } from './service';
import { trigger } from './trigger';
import { values } from './values';

/** O que os nós dizem, em português do Brasil. */
export const ptBR: typeof en = {
	account,
	additions,
	batches,
	customers,
	duplicates,
	keys,
	listing,
	login,
	money,
	payees,
	reconciling,
	rows,
	service,
	trigger,
	values,
};
