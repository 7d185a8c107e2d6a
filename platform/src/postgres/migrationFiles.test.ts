import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMigrations } from '../read-model/readSchema.ts'
import { appMigrations } from './appSchema.ts'

/** What databases have recorded. Only ever added to: with another hash an installation does not open. */
const RECORDED = {
  app: [
    ['0001-subject-keys', '7018948c60b2f978037bf106d46a1a8b51167504f307b70a197c0c89f61843ae'],
    ['0002-users-and-sessions', '9dc0b0b782dc353326d3653799604095f2516177212524b3ba057c9f0f388e2f'],
    ['0003-login-attempts', 'ab7d157aef40d5924aa2abe7d9a8215bfbc6180028c7d7a91f6a38aaba2ac25e'],
    ['0004-processes', '60e17bf11793bb47fcdf8d437f6e30af0e6204a7acd0898b134158a9b2cdd448'],
    ['0005-stopped-processes', '20e9acccd0ef85515aa2ccf05905dabe446671cadc73a6dc1353c92a87e4896e'],
    ['0006-stopped-index', '4f2931187c4b1ffba5c0663faa7406a326157115d764d242af92aa0aa6b88327'],
    ['0007-proofs-and-impersonation', '740a491d29757acddf09f631f0bdca98402551c563ffb62e9ac6720da150b844'],
    ['0010-sign-in', 'e21f35c2bf63197f0486d19e094a850be82dd69725f8c1df6db4baa27627301b'],
    ['0030-impersonation-codes', '91913e86d4a0a2972b0c6210ef54eb9d7e1c9fe78970795ba50526bbdf623bd8'],
    ['0020-vault-and-exports', 'c599d37494e1f15d163f45d4cbb0d32aed3bcb2894a6660c51de866232934ed5'],
    ['0031-staff-looks', '1ccf1c43fc1713742a964c325af44ea41e4a267dbdf7ac1555ccae8f0e4d4b24'],
    ['0032-audit-chain', '70fa900f74a417a52ed935e8da58cef3eac7b1135dad5ee5e7e1781d430c4430'],
    ['0040-uploads', 'c185cf96c163bf9516a6120120329358c9d0bd0da6c218a5f596de72da290eed'],
    ['0041-files', '020e7f68d19adbf11890f9d32d999357c1b852069497796369e181a107bc6401'],
    ['0042-feed-checks', '81eac4a3567273c4d17e12d40f328d1e2373150b22350ae1897e9d93837cc191'],
    ['0050-bank', '5c308e9b796fda5ff273111d6970e6faed98ceeb81f121fde2d0126e4b57724a'],
    ['0051-outbox-by-manager', '991d98962b5a2ac3d8fbab83b6c52c0b18fe9588e870917764a71b1c47da215c'],
    ['0052-bank-documents', '3bf41fe4ca11b8d2a61860afc09641b291938a89b6de345cfb3aec6de883ef04'],
    ['0067-known-browsers', '009db1e8db7151e3144b81e8a02cecbb0546b11151ae890512afed135acd28ce'],
    ['0060-bank-lines', 'b0b8699a71080ef7157cb7c08b3a6b1b5fa3a86e42ad6b6e007238227a3e6a16'],
    ['0063-reads-of-impersonations', 'ca6037f48ef9f47e55438ffca801cf22ce2a87379161a23fd8d7c257a19265f8'],
    ['0065-micro-deposit-pairs', 'c3e92e55d879f9ca8289b19914fb3bc8e2ff56947bf5e5a7c95f5faa7e22e342'],
    ['0066-contact-code-counts', '5696972d4b0a5a17f4d6b48cd4cec2293a8cb04e155976e1e6aa0735ecfc07c0'],
    ['0068-deposit-currency', 'db24ac97f08202e1f77e9f4bdbd43a3742509d5ef0163ee1f977a8683fd71d4a'],
    ['0069-deposit-costs', 'd9d84a36e235eb88ca3bffa1e5c5fcfa15a0f23eaa96308df681e1da8236a2b8'],
    ['0070-thread-files', 'a52757dc2615cdeeecdf0a58bd89991845c320387bcc0e513452124ecbf1d87b'],
    ['0071-file-purpose', '0df0275ced03448494d0142877c8b602b527bcd629e836fd9d5b2e4e587b02be'],
    ['0072-unsent-files', 'b3f092d133c79778c6137ea9ddadf9e80514a7233fc5a002bad8c640398b5811'],
    ['0073-reimbursement-files', '56af8cc10052fc98bd2a2dc636fddb5fa59881aa0bbeba5a8ce9a3390a153671'],
    ['0074-named-numbers', 'c3c4dd24b34d956b25f9200e3617d6b5de6d109c3e49e2ca62c890c996f01167'],
    ['0075-outbox-failures', '458c0782d8fb1883a8a261ee92166420b226d1a1b5b290f570f97f2ac6356423'],
    ['0076-refused-commands', 'f502652e6bba0fa22f21f843c1b338cbaa160631cb7cb0da01f27cee516b0320'],
  ],
  read: [
    ['0001-projection', 'ed27c03e3e88420530924e80bc3d81fa5b3b64912e698d91183c803c36451a29'],
    ['0002-builds', 'faac8279afe9a9e1d68d9a90a6304c3420a65e33f46fd62f2552377acdbf390e'],
    ['0003-status', '899735213184947e1a11ba01fe0d4306db881c7acefda4bf6e1e984fd9c44993'],
    ['0004-discard', '55a303a612714b051dbf554a2d26cdaaa0307158f1b2a463d2452795028ca74e'],
    ['0005-readers', '04f476e3d180715835efa1bfd12bda78294c0486f5cb070e421ca25d1daaa119'],
    ['0006-be-readers', '50cb18d0dcb13cf0f3733fbf30a4c166ff2b62ba85e0f9409880e3bd57bb2d41'],
    ['0007-nights', '48585414be0e0072b379f3b5e6d23f58081a441be9b71d43296e468da81b4b27'],
  ],
}

const folder = (schema: string) => join(import.meta.dirname, '../../migrations', schema)

describe.each([
  { schema: 'app' as const, migrations: appMigrations },
  { schema: 'read' as const, migrations: readMigrations },
])('migrations of schema $schema', ({ schema, migrations }) => {
  test('match byte for byte what databases have recorded', () => {
    expect(migrations.map(({ name, sql }) => [name, createHash('sha256').update(sql).digest('hex')])).toEqual(
      RECORDED[schema],
    )
  })

  test('are all the files in the folder', () => {
    expect(readdirSync(folder(schema)).toSorted()).toEqual(
      migrations.map(({ name }) => `${name}.sql`).toSorted(),
    )
  })
})
