import { AppProblem } from '@hearth/platform/http/appProblem'
import { hashText } from '@hearth/platform/session/cookie'
import type { ProviderSecrets } from './providers.ts'
import type { LoginTools } from './tools.ts'

const MINUTES = 10

/** A sign-in with an identity provider that has started and not returned yet. */
export type ProviderLogin = Readonly<{
  provider: string
  purpose: 'login' | 'prove' | 'link'
  secrets: ProviderSecrets
  /** The page to return to. */
  redirect: string | null
  /** The session that is verified or linked; null to sign in. */
  sessionHash: string | null
}>

/** Keeps a started sign-in for ten minutes, for this browser only; removes those that have expired. */
export const keepProviderLogin = async (
  { pool, box }: Pick<LoginTools, 'pool' | 'box'>,
  browserHash: string,
  { provider, purpose, secrets, redirect, sessionHash }: ProviderLogin,
): Promise<void> => {
  const stateHash = hashText(secrets.state)
  const sealed = box.seal(JSON.stringify(secrets), `provider/${stateHash}`)
  await pool.query(
    `
      with gone as (delete from app.provider_login where expires_at < now())
      insert into
        app.provider_login (
          state_hash,
          browser_hash,
          provider,
          purpose,
          secrets,
          redirect,
          session_hash,
          expires_at
        )
      values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => ${MINUTES}))`,
    [stateHash, browserHash, provider, purpose, sealed, redirect, sessionHash],
  )
}

type Row = Omit<ProviderLogin, 'secrets'> & Readonly<{ secrets: Buffer }>

/**
 * Takes the sign-in that started in this browser under the `state` of the provider's answer; it works once.
 * STATE_MISMATCH when there is none.
 */
export const takeProviderLogin = async (
  { pool, box }: Pick<LoginTools, 'pool' | 'box'>,
  browserHash: string | undefined,
  query: string,
): Promise<ProviderLogin> => {
  const state = new URLSearchParams(query).getAll('state')
  const stateHash = hashText(state[0] ?? '')
  const { rows } = await pool.query<Row>(
    `
      delete from app.provider_login
      where state_hash = $1 and browser_hash = $2 and expires_at > now()
      returning provider, purpose, secrets, redirect, session_hash as "sessionHash"`,
    [stateHash, browserHash ?? ''],
  )
  const row = rows[0]
  if (!row || state.length !== 1)
    throw new AppProblem(
      'STATE_MISMATCH',
      'This sign-in was started in another browser, took too long, or has ended. Start again',
    )
  const secrets = JSON.parse(box.open(row.secrets, `provider/${stateHash}`)) as ProviderSecrets
  return { ...row, secrets }
}
