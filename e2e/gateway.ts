import { allowed } from '@hearth/platform/testing/allowed'
import type { APIResponse, Page } from '@playwright/test'
import { z } from 'zod'
import { baseUrl, expect } from './fixtures.ts'
import { setting } from './people.ts'

const zSession = z.object({ account: z.object({ id: z.string() }) })

/** Sends what a channel delivers for the account of the page, again while the installation is too busy. */
export const deliver = async ({ request }: Page, path: string, data: object): Promise<APIResponse> => {
  const { account } = zSession.parse(await (await request.get('/api/session')).json())
  const headers = {
    Authorization: `Bearer ${setting('E2E_GATEWAY_TOKEN')}`,
    'Idempotency-Key': crypto.randomUUID(),
    'X-Host-Account': account.id,
    Origin: baseUrl(),
  }
  const send = () => request.post(path, { data, headers })
  let answer = await send()
  if (answer.status() === 503)
    await expect
      .poll(async () => (answer = await send()).status(), { timeout: allowed(20_000) })
      .not.toBe(503)
  return answer
}
