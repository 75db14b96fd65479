/** Jest's `globalTeardown` of a project whose files share an n8n. */
export { teardown as default } from './shared-setup';
