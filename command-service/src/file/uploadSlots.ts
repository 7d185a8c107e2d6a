import { AppProblem } from '@hearth/platform/http/appProblem'
import { createSlots } from '@hearth/platform/http/slots'
import pLimit from 'p-limit'

/**
 * Uploads of one process at the same time, and of one account; further ones are refused with 503. One that
 * waits costs a connection only.
 */
const MAX_UPLOADS = 100
export const MAX_UPLOADS_PER_ACCOUNT = 24
/** Of these, the ones whose bytes are in memory. */
const MAX_HELD = 12
const MAX_HELD_PER_ACCOUNT = 2
/** Of these, the ones that are inspected, which takes memory and processor time. */
const MAX_INSPECTED = 3

export type UploadSlots = Readonly<{
  /**
   * Runs `read`, then `inspect` with its bytes. Slow uploads keep only slots of their own account, and none
   * for inspecting. Throws 503 when too many uploads wait.
   */
  run: <T>(
    accountId: string,
    read: () => Promise<Buffer>,
    inspect: (bytes: Buffer) => Promise<T>,
  ) => Promise<T>
}>

/** Bounds the uploads of a process (docs/domain/file.md#many-at-the-same-time). */
export const createUploadSlots = (): UploadSlots => {
  const uploads = createSlots(MAX_UPLOADS, MAX_UPLOADS_PER_ACCOUNT)
  const holding = pLimit(MAX_HELD)
  const inspecting = pLimit(MAX_INSPECTED)
  const accounts = new Map<string, { limit: ReturnType<typeof pLimit>; users: number }>()

  return {
    run: async (accountId, read, inspect) => {
      const leave = uploads.take(accountId)
      if (!leave) throw new AppProblem('OVERLOADED', undefined, {}, { 'retry-after': '2' })
      const ofAccount = accounts.get(accountId) ?? { limit: pLimit(MAX_HELD_PER_ACCOUNT), users: 0 }
      accounts.set(accountId, ofAccount)
      ofAccount.users += 1
      try {
        // The account's slot comes first: what waits for it takes none from others.
        return await ofAccount.limit(() =>
          holding(async () => {
            const bytes = await read()
            return inspecting(() => inspect(bytes))
          }),
        )
      } finally {
        leave()
        ofAccount.users -= 1
        if (ofAccount.users === 0) accounts.delete(accountId)
      }
    },
  }
}
