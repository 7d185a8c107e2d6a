import { createHmac } from 'node:crypto'
import { MAX_CODES } from '@hearth/contracts/onboarding'
import { findNetwork } from '@hearth/platform/http/network'
import type pg from 'pg'

/** For whom a text message counts: the account, the number, and the network that asks for it. */
export type CodeRequest = Readonly<{ hostAccountId: string; phone: string; address: string | undefined }>
export type ContactLimits = ReturnType<typeof openContactLimits>

const KINDS = ['account', 'number', 'network'] as const
export type CodeLimit = (typeof KINDS)[number]

const WINDOW = `interval '24 hours'`

const COUNT = `
  insert into app.contact_code_count as c (key, sent, since)
  select key, 1, now()
  from unnest($1::text[]) as key
  order by key
  on conflict (key) do update
  set
    sent = case when c.since < now() - ${WINDOW} then 1 else c.sent + 1
    end,
    since = case when c.since < now() - ${WINDOW} then now() else c.since
    end
  returning key, sent`

// In one order, or two who do this at the same time could wait for each other.
const GIVE_BACK = `
  with mine as (select key from app.contact_code_count where key = any($1::text[]) order by key for update)
  update app.contact_code_count c set sent = greatest(c.sent - 1, 0) from mine where c.key = mine.key`

/**
 * Text messages with codes within 24 hours, whatever listing they are for
 * (docs/domain/onboarding.md#contacts). `key`: COMMAND_HASH_KEY.
 */
export const openContactLimits = ({ pool, key }: Readonly<{ pool: pg.Pool; key: string }>) => {
  const hash = (text: string) => createHmac('sha256', key).update(`contact-code-count/${text}`).digest('hex')
  const listKeys = ({ hostAccountId, phone, address }: CodeRequest): readonly string[] => [
    hash(`account/${hostAccountId}`),
    hash(`number/${phone}`),
    ...(address === undefined ? [] : [hash(`network/${findNetwork(address)}`)]),
  ]
  const giveBack = async (request: CodeRequest): Promise<void> => {
    await pool.query(GIVE_BACK, [listKeys(request)])
  }
  return {
    /** Counts a message before it is sent. Answers the limit that it exceeds; then it is not counted. */
    take: async (request: CodeRequest): Promise<CodeLimit | undefined> => {
      const keys = listKeys(request)
      await pool.query(`delete from app.contact_code_count where since < now() - 2 * ${WINDOW}`)
      const { rows } = await pool.query<{ key: string; sent: number }>(COUNT, [keys])
      const sentOf = new Map(rows.map((row) => [row.key, row.sent]))
      const exceeded = KINDS.find((kind, index) => (sentOf.get(keys[index] ?? '') ?? 0) > MAX_CODES[kind])
      if (exceeded !== undefined) await giveBack(request)
      return exceeded
    },
    /** Takes a message back that was not sent. */
    giveBack,
  }
}
