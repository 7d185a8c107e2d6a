import { openBank } from './bank.ts'
import { openBooks } from './books.ts'
import { zHostility, type Hostility } from './hostility.ts'
import { bankPages } from './pages.ts'
import { bankApi } from './routes.ts'
import { startWebhooks, type Target } from './webhooks.ts'

export type SandboxBankOptions = Readonly<{
  /** The file of the books. */
  file: string
  seed: string
  /** The client's token. */
  token: string
  hostility?: Partial<Hostility>
  /** Without it no webhook is sent. */
  webhook?: Target
}>

/** A bank that behaves like a difficult real one: its API, its page, its webhooks. */
export const openSandboxBank = ({ file, seed, token, hostility = {}, webhook }: SandboxBankOptions) => {
  const books = openBooks(file)
  const bank = openBank({ books, seed, hostility: zHostility.parse(hostility) })
  const webhooks = webhook && startWebhooks(bank, webhook)
  return {
    bank,
    api: bankApi(bank, token),
    pages: bankPages(bank),
    close: (): void => {
      webhooks?.stop()
      bank.stop()
      books.close()
    },
  }
}
