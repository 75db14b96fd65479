// What these tests choose in the node, and the endpoints that it asks.

export { BATCH, KEY, OFF, PROTECTIONS, RECENT } from '../../../../harness/engine';
export * from '../../../../harness/sandbox/routes';
