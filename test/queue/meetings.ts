/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */

/** How many orders come to both workers at the same moment; more of them say more about what is rare. */
export const KEY_MEETINGS = Number(process.env.GMC_KEY_MEETINGS ?? 8);
