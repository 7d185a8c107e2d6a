import { zStorable } from '../kernel/text.ts'

/** Characters of a password at least (docs/domain/login.md#passwords). */
export const MIN_PASSWORD = 12

// Long enough by our rule, and in the first lines of every list of breached passwords.
const BREACHED = new Set([
  'password1234',
  'passwordpassword',
  'password12345',
  'password123456',
  'passw0rd1234',
  'administrator',
  'administrator1',
  'adminadminadmin',
  'changeme1234',
  'changemechangeme',
  'welcome12345',
  'welcomewelcome',
  'letmeinletmein',
  'iloveyou1234',
  'iloveyouiloveyou',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiopasdf',
  'qwertyuiop[]',
  'qwertyqwerty',
  'qwerty123456',
  '1qaz2wsx3edc',
  '1q2w3e4r5t6y',
  'q1w2e3r4t5y6',
  'zaq12wsxcde3',
  'asdfghjkl123',
  'asdfghjklqwertyuiop',
  'zxcvbnm12345',
  'abcdefghijkl',
  'abcdefghijklm',
  'abcd1234abcd',
  'abc123abc123',
  'a1b2c3d4e5f6',
  '123456789012',
  '1234567890123',
  '123456789abc',
  '012345678910',
  '123123123123',
  '121212121212',
  '987654321098',
  'monkeymonkey',
  'dragondragon',
  'sunshine1234',
  'princess1234',
  'football1234',
  'baseball1234',
  'superman1234',
  'trustno1trustno1',
  'correcthorsebatterystaple',
  'mypassword123',
  'yourpassword',
  'thisismypassword',
  'hearthhearth',
  'hearthpassword',
  'secretsecret',
  'supersecret123',
  'testtesttest',
  'test12345678',
])

/** Why this password is not accepted; undefined when it is. `own` are the person's email address and name. */
export const passwordProblem = (password: string, own: readonly string[] = []): string | undefined => {
  if (password.length < MIN_PASSWORD) return `needs at least ${MIN_PASSWORD} characters`
  const folded = password.toLowerCase()
  if (BREACHED.has(folded)) return 'is on a list of breached passwords'
  if (new Set(folded).size < 5) return 'uses too few different characters'
  if (own.some((text) => text.length >= 4 && folded.includes(text.toLowerCase())))
    return 'must not contain your email address or name'
  return undefined
}

/** A password that a person chooses. */
export const zNewPassword = zStorable(200).superRefine((password, context) => {
  const problem = passwordProblem(password)
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
})
