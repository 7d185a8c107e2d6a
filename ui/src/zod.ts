import { config } from 'zod/v4/core'

/**
 * What `zod` is in the browser (vite.config.ts). zod would try whether it can compile code, which our content
 * security policy forbids and reports. Here this is set before any schema: every schema imports this file.
 */
config({ jitless: true })

export * from 'zod/v4'
export { z } from 'zod/v4'
