import type { APIResponse, Page } from '@playwright/test'
import { z } from 'zod'
import { baseUrl } from './fixtures.ts'
import { setting } from './people.ts'

const zSession = z.object({ account: z.object({ id: z.string() }) })

/** Sends what a channel delivers for the account of the page. */
export const deliver = async ({ request }: Page, path: string, data: object): Promise<APIResponse> => {
  const { account } = zSession.parse(await (await request.get('/api/session')).json())
  return request.post(path, {
    data,
    headers: {
      Authorization: `Bearer ${setting('E2E_GATEWAY_TOKEN')}`,
      'Idempotency-Key': crypto.randomUUID(),
      'X-Host-Account': account.id,
      Origin: baseUrl(),
    },
  })
}
