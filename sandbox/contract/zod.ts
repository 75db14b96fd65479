import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

// Before the first schema is made: every schema imports `z` from here.
extendZodWithOpenApi(z);

export { z };
