// The script of the page at /_sandbox: reads its live part once a second, and sends the request of a button.
/* global document, fetch, setTimeout */

let shown;

/** Draws only after a change, so that a button does not disappear under the mouse. */
async function refresh() {
	const html = await (await fetch('/_sandbox/live')).text();
	if (html !== shown) document.getElementById('live').innerHTML = html;
	shown = html;
}

function explain(text) {
	document.getElementById('at-work').textContent = text;
}

async function watch() {
	await refresh().catch(() => {
		explain('The sandbox does not answer. Is it still running?');
		shown = undefined;
	});
	setTimeout(watch, 1000);
}

document.addEventListener('click', async ({ target }) => {
	const { method, path, body } = target.dataset;
	if (method === undefined) return;
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(`/_sandbox${path}`, { method, body, headers });
	if (answer.ok) await refresh();
	else explain((await answer.json()).error);
});

void watch();
