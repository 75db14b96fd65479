// The script of the page at /_sandbox: reads the state once a second, and sends the request of a button.
/* global document, fetch, setTimeout */

const byId = (id) => document.getElementById(id);

async function ask(method, path, body) {
	const answer = await fetch(`/_sandbox${path}`, {
		method,
		...(method !== 'GET' && {
			body: JSON.stringify(body),
			headers: { 'content-type': 'application/json' },
		}),
	});
	const said = await answer.json();
	if (!answer.ok) throw new Error(said.error);
	return said;
}

/** As text: the content of requests must never become HTML. */
function cell(content, className) {
	const td = document.createElement('td');
	td.append(content);
	if (className) td.className = className;
	return td;
}

function fill(id, records, cellsOf) {
	const rows = records.map((record) => {
		const tr = document.createElement('tr');
		tr.append(...cellsOf(record));
		return tr;
	});
	byId(id).replaceChildren(...rows);
}

const time = (iso) => iso.replace('T', ' ').slice(0, 19);

/** Names a fault by what it does. */
const nameOf = (fault) => fault?.action.type ?? 'a fault';

function requestCells(faults) {
	return ({ at, method, path, status, query, body, faults: fired }) => {
		const isBad = typeof status !== 'number' || status >= 400;
		const asked = body ?? (Object.keys(query).length > 0 ? query : '');
		return [
			cell(time(at)),
			cell(`${method} ${path}`),
			cell(String(status), isBad ? 'bad' : ''),
			cell(fired.map((id) => nameOf(faults.find((one) => one.id === id))).join(', ')),
			cell(asked === '' ? '' : JSON.stringify(asked)),
		];
	};
}

function settleButton(label, id, status) {
	const made = document.createElement('button');
	made.type = 'button';
	made.textContent = label;
	made.dataset.method = 'POST';
	made.dataset.path = '/settle';
	made.dataset.body = JSON.stringify({ id, status });
	return made;
}

function additionCells({ _id, createdAt, customerName, taxId, amount, currency, status, visible }) {
	const isOpen = !['COMPLETED', 'FAILED'].includes(status);
	const buttons = document.createElement('span');
	if (isOpen) {
		buttons.append(settleButton('complete', _id, 'COMPLETED'), settleButton('fail', _id, 'FAILED'));
	}
	return [
		cell(time(createdAt)),
		cell(`${customerName} · ${taxId}`),
		cell(`${amount} ${currency}`),
		cell(status, status === 'FAILED' ? 'bad' : ''),
		cell(visible ? 'yes' : 'not yet'),
		cell(_id),
		cell(buttons),
	];
}

/** Whether the fault can still fire. */
const isAtWork = ({ times, fired }) => times === undefined || fired < times;

function show(overview) {
	const { now, faults, changedSettings } = overview;
	const waiting = faults.filter(isAtWork).map((fault) => `${nameOf(fault)} at ${fault.route}`);
	const atWork = [...waiting, ...changedSettings];
	byId('at-work').textContent = atWork.length > 0 ? `Active: ${atWork.join('; ')}` : '';
	byId('request-count').textContent =
		`${overview.requestCount} in all. The clock shows ${time(now)} UTC`;
	byId('addition-count').textContent = `${overview.additionCount} in all`;
	fill('requests', overview.requests, requestCells(faults));
	fill('additions', overview.additions, additionCells);
}

let shown;

/** Draws only after a change, so that a button does not disappear under the mouse. */
async function refresh() {
	const overview = await ask('GET', '/overview');
	const { now, ...rest } = overview;
	const text = JSON.stringify([rest, now.slice(0, 17)]);
	if (text !== shown) show(overview);
	shown = text;
}

async function watch() {
	await refresh().catch(() => {
		byId('at-work').textContent = 'The sandbox does not answer. Is it still running?';
		shown = undefined;
	});
	setTimeout(watch, 1000);
}

document.addEventListener('click', ({ target }) => {
	const { method, path, body } = target.dataset;
	if (method === undefined) return;
	ask(method, path, JSON.parse(body))
		.then(refresh)
		.catch((error) => {
			byId('at-work').textContent = error.message;
		});
});

void watch();
