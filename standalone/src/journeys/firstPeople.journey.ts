import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { newId } from '@hearth/contracts/kernel/ids'
import { programArguments } from '@hearth/platform/testing/child'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { PASSWORD, sharedJourney, type Journey } from './journey.ts'
import { tokenMailedTo } from './mails.ts'

let journey: Journey
beforeAll(async () => {
  journey = await sharedJourney()
})

/** Runs a command as an operator does. Resolves with its output and exit code. */
const people = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [...programArguments('standalone/src/people/main.ts'), ...args], {
    env: { ...process.env, HEARTH_DATA: journey.directory, PORT: new URL(journey.baseUrl).port },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: Readonly<{ code: number; stderr: string }>) => ({ code, text: stderr }),
  )

/** Signs in with the email address alone: "Forgot the password?" emails a link to choose one. */
const signInFirst = async (email: string) => {
  const { visit } = openBrowser()
  const post = (path: string, body: unknown) =>
    visit(`${journey.baseUrl}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: journey.baseUrl },
    })
  expect((await post('/api/login/forgot', { email })).status).toBe(202)
  const answer = await post('/api/login/ticket', {
    token: await tokenMailedTo(journey, email),
    password: PASSWORD,
  })
  const { status } = answer
  return {
    post,
    status,
    body: (await answer.json()) as Readonly<Record<string, unknown>>,
    sessionStatus: async () => (await visit(`${journey.baseUrl}/api/session`)).status,
  }
}

const countUsers = async (email: string) =>
  (await journey.query('select count(*)::int as count from app.app_user where email = $1', [email]))[0]?.[
    'count'
  ]

describe('an installation without users', () => {
  test('gets its first admin from the command line, who signs in until the role is removed', async () => {
    const email = `${newId()}@journey.test`
    expect(await people('add-staff', email, 'Ada Admin', 'boss')).toMatchObject({
      code: 1,
      text: expect.stringContaining('The role "boss"'),
    })
    expect(await people('add-staff', email, 'Ada Admin', 'admin')).toMatchObject({ code: 0 })
    expect(await people('add-staff', email, 'Somebody', 'support')).toEqual({
      code: 1,
      text: `${email} is already in use; staff need a different email address\n`,
    })
    expect((await people('staff')).text).toMatch(
      new RegExp(`^admin +${email} +Ada Admin .*no authenticator yet$`, 'm'),
    )

    const admin = await signInFirst(email)
    expect(admin).toMatchObject({
      status: 200,
      body: { user: { email, staffRole: 'admin' }, secondFactor: 'enrol' },
    })
    const begun = await admin.post('/api/account/totp/begin', {})
    expect(begun.status).toBe(200)
    const { secret } = (await begun.json()) as Readonly<{ secret: string }>
    expect((await admin.post('/api/account/totp/enable', { code: generateSync({ secret }) })).status).toBe(
      200,
    )
    expect((await people('staff')).text).toMatch(
      new RegExp(`^admin +${email} +Ada Admin +since \\d{4}-\\d\\d-\\d\\d$`, 'm'),
    )
    expect(await admin.sessionStatus()).toBe(200)

    expect(await people('end-staff', email)).toMatchObject({ code: 0 })
    await waitUntil(async () => (await admin.sessionStatus()) === 401, 1_000, 'the end of the session')
    expect((await people('staff')).text).not.toContain(email)
    expect(await people('end-staff', email)).toMatchObject({ code: 1 })
    expect(await people('add-staff', email, 'Ada Admin', 'auditor')).toMatchObject({ code: 0 })
    expect((await people('staff')).text).toMatch(new RegExp(`^auditor +${email} `, 'm'))
  })

  test('gets a host account with its owner, and only one when the command is repeated', async () => {
    const name = `Casa ${newId()}`
    const email = `${newId()}@journey.test`
    const open = (currency: string) =>
      people(
        'open-account',
        name,
        email,
        'Olga Owner',
        '--country',
        'PT',
        '--currency',
        currency,
        '--timezone',
        'Europe/Lisbon',
      )
    expect(await open('MARK')).toMatchObject({
      code: 1,
      text: expect.stringContaining('The account couldn’t be created'),
    })
    expect(await countUsers(email)).toBe(0)

    const opened = await open('EUR')
    expect(opened).toMatchObject({ code: 0 })
    expect(await open('EUR')).toEqual(opened)
    expect(await countUsers(email)).toBe(1)
    const hostAccountId = /created as (\S+);/.exec(opened.text)?.[1]
    await waitUntil(
      async () =>
        (await journey.query('select from app.membership where host_account_id = $1', [hostAccountId]))
          .length === 1,
      15_000,
      'the membership',
    )
    expect(await people('add-staff', email, 'Olga Owner', 'admin')).toMatchObject({
      code: 1,
      text: expect.stringContaining('is already in use'),
    })
    expect(await signInFirst(email)).toMatchObject({
      status: 200,
      body: {
        user: { email, staffRole: null },
        accounts: [{ hostAccountId, role: 'owner' }],
        secondFactor: null,
      },
    })
  })
})
