import { Changes } from '../../../../nodes/Gmc/core/customers/changes';
import { Creations, UnknownCreation } from '../../../../nodes/Gmc/core/customers/creations';
import { customerRuns, isCustomerMemoryLost } from '../../../../nodes/Gmc/core/customers/memory';

const NOW = new Date('2026-11-20T12:00:00Z');
const maria = { taxId: '123.456', name: 'Maria', email: 'maria@example.com' };
const as = (_id: string, changes: object = {}) => ({ _id, ...maria, ...changes });

/** The tries of one execution, each with what n8n has stored of the last one. */
class Execution {
	private memory: Record<string, unknown> = {};

	creations(runIndex = 0, account = 'a'): Creations {
		this.memory = JSON.parse(JSON.stringify(this.memory)) as Record<string, unknown>;
		return new Creations(customerRuns(this.memory, account).creations, runIndex);
	}
}

describe('a creation whose answer was lost', () => {
	const lost = (baseline: string[] | undefined) => {
		const execution = new Execution();
		execution.creations().intend(maria, baseline, NOW);
		const creations = execution.creations();
		return { creations, creation: creations.take(maria)! };
	};

	test('is the only new one of its tax ID, if that is called what was asked for', () => {
		const { creations, creation } = lost(['old']);
		const found = creations.recognize(creation, [
			as('old'),
			as('new', { email: ' MARIA@example.com' }),
		]);
		expect(found._id).toBe('new');
		expect(creation.customer).toBe(found);
	});

	test.each([
		['none is new', ['old'], [as('old')], []],
		['several are', [], [as('one'), as('two')], ['one', 'two']],
		['it is called otherwise', [], [as('new', { name: 'Ana' })], ['new']],
		['nobody looked before', undefined, [as('new')], ['new']],
	])('is unknown where %s', (_what, baseline, listed, candidates) => {
		const { creations, creation } = lost(baseline);
		expect(() => creations.recognize(creation, listed)).toThrow(UnknownCreation);
		try {
			creations.recognize(creation, listed);
		} catch (error) {
			expect((error as UnknownCreation).details).toEqual({
				outcome: 'unknown',
				askedAt: NOW.toISOString(),
				candidates,
			});
		}
		expect(creation.customer).toBeUndefined();
	});

	test('is not a customer that another row was given', () => {
		const { creations, creation } = lost([]);
		creations.intend(maria, [], NOW).customer = as('other');
		expect(() => creations.recognize(creation, [as('other')])).toThrow(UnknownCreation);
	});

	test('is found by every pass of a loop, while one that is done is of its own pass', () => {
		const execution = new Execution();
		const first = execution.creations();
		first.intend(maria, [], NOW);
		first.intend({ ...maria, taxId: '7' }, [], NOW).customer = as('done');
		const second = execution.creations(1);
		expect(second.take(maria)).toBeDefined();
		expect(second.take({ ...maria, taxId: '7' })).toBeUndefined();
		expect(second.withTaxId('7')).toHaveLength(1);
	});

	test('is of its account', () => {
		const execution = new Execution();
		execution.creations().intend(maria, [], NOW);
		expect(execution.creations(0, 'another').take(maria)).toBeUndefined();
		expect(execution.creations(0, 'another').withTaxId(maria.taxId)).toEqual([]);
	});
});

test('what has changed since is remembered as it is now', () => {
	const execution = new Execution();
	const creations = execution.creations();
	creations.intend(maria, [], NOW).customer = as('m');
	creations.refresh(as('m', { name: 'Nova' }));
	expect(execution.creations().withTaxId('123456')).toMatchObject([{ customer: { name: 'Nova' } }]);
});

test('a change is of the customer that it was sent to, once for each equal row', () => {
	const runs: Record<string, { entries: [] }> = {};
	const row = { operation: 'delete', reference: 'x' };
	const first = new Changes(runs, 0);
	first.intend(row, 'one').answer = { deleted: true };
	first.forget(first.intend(row, 'two'));
	const second = new Changes(JSON.parse(JSON.stringify(runs)) as typeof runs, 0);
	expect(second.take(row)).toMatchObject({ customerId: 'one', answer: { deleted: true } });
	expect(second.take(row)).toBeUndefined();
});

describe('the memory', () => {
	test('is lost where n8n knows of a run that it does not tell of, and stays lost', () => {
		const memory = {};
		expect(isCustomerMemoryLost(memory, () => true)).toBe(true);
		expect(isCustomerMemoryLost(memory, () => false)).toBe(true);
	});

	test('is not lost in a first run, nor in a retry that has it', () => {
		const memory = {};
		expect(isCustomerMemoryLost(memory, () => false)).toBe(false);
		expect(isCustomerMemoryLost(memory, () => true)).toBe(false);
	});
});
