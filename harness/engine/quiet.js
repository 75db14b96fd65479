// n8n logs every failed run; in these tests most runs fail on purpose.
process.env.N8N_LOG_LEVEL = 'silent';
