import type { Addition } from '../../../core/service/record';
import type { AdditionRequest, PlannedRow } from '../../../core/additions/additionRequest';
import type { AskedFor } from '../../../core/additions/sheetTopUp';
import type { Charge } from '../../../core/additions/charge';
import { hasFailedFor } from '../../../core/additions/item';
import type { NotFound } from '../../../core/customers/directory';
import type { NameMatch } from '../../../core/customers/expectedName';
import { nameMatch } from '../../../core/customers/expectedName';
import type { Entry, RowName } from '../../../core/ledger/entry';
import { chargeRefOf } from '../../../core/ledger/refs';
import { toRunProblem } from '../../../shared/errors';
import type { Values } from '../../../shared/options';
import { failed, lostAnswer, mismatchedAnswer, notAttempted } from './ownProblems';
import type { rowTexts } from './rowOptions';
import type { Plan, Provenance, RowCustomer, RowState, Unknown } from './rowState';

type StateName = RowState['is'];
export type RowIn<Name extends StateName> = Row & { readonly state: RowState & { is: Name } };
/** It may still be sent, or resolved. */
export type UndecidedRow = RowIn<'planned' | 'unknown'>;

/** What a row says besides what it asks for, as far as it can be read. */
export interface RowTexts extends Partial<Values<typeof rowTexts>> {
	/** The Idempotency Key. */
	key?: string;
	/** What a row of a sheet asks for that cannot be read, as it came. Else it is in the fields of the node. */
	asked?: AskedFor;
}

/**
 * One row on its way through `add`. Only its methods change `state`; the steps that find the other fields set them.
 */
export class Row {
	/** What the row asks for, as far as it could be read; for outputs and error details. */
	shownRequest?: AdditionRequest;

	private constructor(
		readonly itemIndex: number,
		private current: RowState,
		/** A text that is only kept and told goes this way to the ledger and the output. */
		readonly texts: Readonly<RowTexts> = {},
	) {
		if (current.is === 'planned') this.shownRequest = current.plan.request;
	}

	/** Missing while GMC's list of customers was not asked, or does not have it. */
	customer?: RowCustomer;

	/** Why the list does not have it. */
	customerProblem?: NotFound;

	/** Whom GMC's answer has named instead of the customer. */
	namedInstead?: string;

	/** How the customer's name compares with the expected one. */
	nameMatch?: NameMatch;

	/** Its name in the ledger. A row without one is not sent. */
	ledgerName?: RowName;

	/** The entry by which this run has claimed the name. */
	claimed?: Entry;

	/** The entry of another execution that has paid it, or an equal row under Recent. */
	paidBy?: Entry;

	/** The earlier row of the sheet with the same key. This row is not sent, and ends as that one does. */
	sameKeyAs?: Row;

	/** When its request left, in epoch milliseconds. From then on this run never sends it again. */
	sentAt?: number;

	/** When the entry was settled, or else claimed, that says it is paid; in epoch milliseconds. */
	knownSince?: number;

	/** When it was paid at the earliest, in epoch milliseconds. */
	get paidSince(): number {
		return this.sentAt ?? this.knownSince ?? Date.now();
	}

	get key(): RowTexts['key'] {
		return this.texts.key;
	}

	get expectedName(): RowTexts['expectedName'] {
		return this.texts.expectedName;
	}

	get isSent(): boolean {
		return this.sentAt !== undefined;
	}

	/** A row that was read and checked, and may be sent. */
	static planned(itemIndex: number, planned: PlannedRow, texts?: RowTexts): Row {
		const plan = { ...planned, identifiers: [planned.reference.value] };
		return new Row(itemIndex, { is: 'planned', plan }, texts);
	}

	/** A row that cannot be sent as it is. */
	static refused(itemIndex: number, error: unknown, texts?: RowTexts): Row {
		return new Row(itemIndex, failedWith(error), texts);
	}

	get state(): RowState {
		return this.current;
	}

	/** Sets the customer. @param customerIdentifier by which the row names it */
	identify(this: UndecidedRow, customer: RowCustomer, customerIdentifier: string): void {
		const { plan } = this.state;
		const { customerId, taxId, customerName } = customer;
		this.customer = customer;
		if (this.expectedName !== undefined) {
			this.nameMatch = nameMatch(this.expectedName, customerName);
		}
		this.shownRequest = { ...plan.request, customerIdentifier };
		const identifiers = [...new Set([plan.reference.value, customerId, taxId])];
		// Who is told is who is paid: a tax ID may have another owner by now. What was sent before stays as it was.
		const isSent = this.state.is === 'unknown';
		const request = isSent ? plan.request : { ...plan.request, customerIdentifier: customerId };
		this.current = { ...this.state, plan: { ...plan, request, identifiers } };
	}

	/** Sets the present identifiers of the customer. */
	setIdentifiers(this: RowIn<'unknown'>, identifiers: string[]): void {
		this.current = { ...this.state, plan: { ...this.state.plan, identifiers } };
	}

	/** Its request leaves now. @param at epoch milliseconds */
	send(this: RowIn<'planned'>, at: number): void {
		this.sentAt = at;
		this.current = { is: 'sending', plan: this.state.plan };
	}

	/** A request was sent, and we don't know what became of it. @param known what is known besides */
	leaveUnknown(
		this: RowIn<'planned' | 'sending' | 'issued'>,
		error: unknown,
		known: Partial<Omit<Unknown, 'is' | 'plan' | 'problem'>> = {},
	): void {
		const { plan } = this.state;
		const own = { askedAt: this.sentAt ?? Date.now(), isOwn: true };
		this.current = { is: 'unknown', plan, problem: toRunProblem(error), ...own, ...known };
	}

	/** It was proven not done, so it may be sent. */
	replan(this: RowIn<'unknown'>): void {
		this.current = { is: 'planned', plan: this.state.plan };
	}

	/** Any of these additions may be the row's, or none. */
	setCandidates(this: RowIn<'unknown'>, candidates: string[]): void {
		this.current = { ...this.state, candidates };
	}

	/** The addition is the row's. If it has failed for good, no money moved, so the row is `rejected`. */
	issue(
		this: RowIn<'planned' | 'sending' | 'unknown'>,
		addition: Addition,
		provenance: Provenance = {},
	): void {
		this.current = hasFailedFor(chargeOf(this), addition)
			? failedWith(failed(addition))
			: { is: 'issued', plan: this.state.plan, addition, ...provenance };
	}

	/** The addition belongs to another row, so what became of this one is not known. */
	contest(this: RowIn<'issued'>, heldUntil?: number): void {
		this.leaveUnknown(mismatchedAnswer('ofAnotherRow', this.state.addition), { heldUntil });
	}

	/** Sets the customer whom an entry of the row shows as paid, if the row's tax ID is another customer's by now. */
	namePaid(this: UndecidedRow, { chargeRef, charge }: Entry): void {
		const { customer } = this;
		if (customer === undefined || chargeRef === '' || chargeRef === chargeRefIn(this)) return;
		const { request } = this.state.plan;
		const isPaid = (id: string) => chargeRefOf(id, request) === chargeRef;
		const customerId = charge.identifiers.find(isPaid);
		if (customerId !== undefined)
			this.customer = { ...customer, customerId, customerName: undefined };
	}

	/** The row was paid before, with this addition. */
	skip(this: UndecidedRow, addition: Addition): void {
		this.current = { is: 'skipped', plan: this.state.plan, addition };
	}

	/** The addition as it is now, while it is waited for. */
	refresh(this: RowIn<'issued' | 'skipped'>, addition: Addition): void {
		this.current = hasFailedFor(chargeOf(this), addition)
			? failedWith(failed(addition))
			: { ...this.state, addition };
	}

	/** Proven not done. */
	reject(this: RowIn<'planned' | 'sending' | 'unknown'>, error: unknown): void {
		this.current = failedWith(error);
	}

	/** Not sent, for a reason that is not in the row. */
	notAttempt(this: RowIn<'planned'>, error: unknown): void {
		this.current = failedWith(error, 'notAttempted');
	}

	/**
	 * The run is over: a planned row becomes `notAttempted`, and one that is still `sending` becomes `unknown`.
	 *
	 * @param cause the row because of which the others were not sent
	 */
	close(cause?: Row): void {
		if (isIn('sending')(this)) this.leaveUnknown(lostAnswer());
		else if (isIn('planned')(this)) this.notAttempt(notAttempted(cause));
	}
}

const failedWith = (error: unknown, is: 'rejected' | 'notAttempted' = 'rejected'): RowState => ({
	is,
	problem: toRunProblem(error),
});

/** Whether a row is in one of these states. It narrows the type of the row until the next change. */
export const isIn =
	<Name extends StateName>(...names: Name[]) =>
	(row: Row): row is RowIn<Name> =>
		(names as StateName[]).includes(row.state.is);

/** Whether a row was sent or paid, so that the run must report it, whatever else fails. */
export const mustBeTold = (row: Row): boolean =>
	row.isSent || isIn('issued', 'skipped', 'unknown')(row);

/** See `chargeRefOf`. */
export const chargeRefIn = ({ customer, state: { plan } }: UndecidedRow): string =>
	chargeRefOf(customer?.customerId ?? plan.reference.value, plan.request);

/** The charge of a row, by which its additions are recognized. */
export function chargeOf({ customer, state: { plan } }: Row & { state: { plan: Plan } }): Charge {
	const { amount, currency } = plan.request;
	return { identifiers: plan.identifiers, customerId: customer?.customerId, amount, currency };
}

/** Whether GMC's list of customers was asked for the row. */
export const isLookedUp = ({ customer, customerProblem }: Row): boolean =>
	customer !== undefined || customerProblem !== undefined;
