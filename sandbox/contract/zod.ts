import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

// Has to happen before the first schema is made, so every schema takes `z` from here.
extendZodWithOpenApi(z);

export { z };
