import { findRedis } from './redisProgram.ts'

/**
 * Vitest calls it before the integration tests, so that not each of its processes unpacks Redis. Without one,
 * the tests that need it fail and say why.
 */
export const setup = async (): Promise<void> => {
  if (!process.env['REDIS_URL']) await findRedis().catch(() => undefined)
}
