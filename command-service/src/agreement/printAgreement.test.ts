import { createHash } from 'node:crypto'
import { standardTerms } from '@hearth/contracts/agreement'
import { describe, expect, test } from 'vitest'
import { createAgreementFiles } from './agreementFiles.ts'
import { printAgreement, type AgreementDocument } from './printAgreement.ts'

const document: AgreementDocument = {
  model: 'full_service',
  terms: standardTerms('full_service', 'EUR', 2_500),
  templateVersion: '2026-11',
  amends: null,
  certificate: null,
  merge: {
    hostName: 'Łucja Öztürk',
    hostAddress: 'ul. Długa 1, Kraków',
    listingName: 'Cedar House',
    listingAddress: '2 River Lane, Hudson',
    preparedOn: '2026-06-12',
  },
  signers: [{ legalName: 'Łucja Öztürk', ownershipBps: 10_000 }],
}
const evidence = { email: 'lucja@example.com', ip: '203.0.113.7', userAgent: 'Firefox' }
const certificate = {
  documentSha256: 'a'.repeat(64),
  proofs: [
    {
      what: 'signed',
      userId: 'u',
      name: 'Łucja Öztürk',
      at: '2026-06-12T13:42:00.000Z',
      documentSha256: 'a'.repeat(64),
      evidence,
    },
  ],
} as const
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pages = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length

const plain = printAgreement(document)

describe('a printed agreement', () => {
  test('the same content gives the same bytes', async () => {
    const [one, two] = [await plain, await printAgreement(document)]
    expect(one.subarray(0, 5).toString()).toBe('%PDF-')
    expect(one.equals(two)).toBe(true)
  })
  test('a different number gives another file', async () => {
    const other = await printAgreement({ ...document, terms: { ...document.terms, feeBps: 2_501 } })
    expect(sha256(other)).not.toBe(sha256(await plain))
  })
  test('the certificate adds one page', async () => {
    expect(pages(await printAgreement({ ...document, certificate }))).toBe((pages(await plain) ?? 0) + 1)
  })
})

describe('stored files', () => {
  const files = new Map<string, Buffer>()
  const storage = {
    put: async (key: string, bytes: Buffer) => void files.set(key, bytes),
    get: async (key: string) => files.get(key),
  }

  test('are stored under the hash of their bytes, so that a change is noticed', async () => {
    const { print, store, isWhole } = createAgreementFiles(storage)
    const printed = await print(document)
    const hash = printed.sha256
    await store('account', printed)
    const [[key, bytes] = ['', Buffer.alloc(0)]] = [...files]
    expect([key, sha256(bytes)]).toEqual([`agreements/account/${hash}.pdf`, hash])
    expect(await isWhole('account', hash)).toBe(true)
    files.set(key, Buffer.concat([bytes, Buffer.from(' ')]))
    expect(await isWhole('account', hash)).toBe(false)
    expect(await isWhole('other', hash)).toBe(false)
  })
  test('are not stored when the command is refused', async () => {
    files.clear()
    const { print, store } = createAgreementFiles(storage)
    const printed = await print(document)
    expect(files.size).toBe(0)
    await store('account', printed)
    expect([...files.keys()]).toEqual([`agreements/account/${printed.sha256}.pdf`])
  })
})
