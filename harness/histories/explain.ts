import type { History } from './history';
import { customerName, nameOf } from './customers';

/** How the trigger and the service of a history are set, for people to read. */
export function explain(history: History): string {
	const { event, lookBackDays, emitExisting, customer, minimumAmount } = history;
	const { settings, isCut, visibleAfterMinutes, skewMinutes } = history;
	const options = [
		`look-back of ${lookBackDays} d`,
		...(emitExisting ? ['with existing ones'] : []),
		...(customer
			? [`only ${customerName(customer.index)}, as ${nameOf(customer.index, customer.naming)}`]
			: []),
		...(minimumAmount ? [`from ${minimumAmount} on`] : []),
	];
	const { order, shape, periodField, timeZone, finalDateInclusive } = settings.list ?? {};
	const service = [
		`${order} first in ${shape}${isCut ? ', cut' : ''}`,
		`days of ${timeZone} by ${periodField}, the last one ${finalDateInclusive ? 'included' : 'excluded'}`,
		`digits are ${settings.timestamps?.createdAtFormat}`,
		`items name the customer ${settings.additions?.echoCustomerIdentifier}`,
		`additions show after ${visibleAfterMinutes} min`,
		`its clock is ${skewMinutes} min ahead of n8n's at first`,
	];
	return `Trigger: ${event}, ${options.join(', ')}\nService: ${service.join('; ')}`;
}
