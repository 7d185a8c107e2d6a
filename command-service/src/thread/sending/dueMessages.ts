import type { Instant } from '@hearth/contracts/kernel/dates'
import { messages, waitingMessages } from '@hearth/contracts/thread'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingPageSql } from '@hearth/platform/read-model/waitingRows'
import type pg from 'pg'
import type { DueJob } from '../../workers/dueSweep.ts'
import { BEGINNING, readPages, readRows, type Cursor } from '../../workers/dueWork.ts'

const PAGE = 500
const DUE = waitingPageSql(qualified(messages.table), waitingMessages.messages, 'thread_id as "threadId"')

type DueMessage = DueJob & Readonly<{ threadId: string }>

/**
 * The threads of all accounts that have due messages, each with the time of its oldest, from the read models.
 * These may lag: a listed thread may have none any more.
 */
export const findDueMessages = (pool: pg.Pool) => ({
  pages: async function* (until: Instant): AsyncGenerator<readonly DueJob[]> {
    const seen = new Set<string>()
    const pages = readPages<DueMessage>(PAGE, ({ at, id }: Cursor = BEGINNING) =>
      readRows<DueMessage>(pool, DUE, [until, at, id, PAGE]),
    )
    for await (const rows of pages) {
      const threads: DueJob[] = []
      for (const { threadId: id, at } of rows) {
        if (!seen.has(id)) threads.push({ id, at })
        seen.add(id)
      }
      yield threads
    }
  },
})
