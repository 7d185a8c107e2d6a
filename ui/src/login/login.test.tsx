import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProofDialog } from '../session/ProofDialog.tsx'
import { post } from '../data/http/post.ts'
import { fakeApi } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import CallbackPage from './CallbackPage.tsx'
import LoginPage from './LoginPage.tsx'
import TicketPage from './TicketPage.tsx'

const problem = (status: number, code: string, facts: object = {}) => ({
  status,
  body: { type: '', title: code, status, code, ...facts },
})
const nobody = {
  'GET /api/session': () => problem(401, 'UNAUTHENTICATED'),
  'GET /api/login/providers': () => ({ body: { providers: [{ id: 'demo', name: 'Demo identity' }] } }),
}
const signedIn = {
  user: { id: 'u1', email: 'ana@vale.example', name: 'Ana Vale', staffRole: null },
  accounts: [],
  hostAccountId: 'a1',
  redirect: null,
  secondFactor: null,
  linked: null,
}
const token = 'A'.repeat(43)

const signIn = async () => {
  await userEvent.type(await screen.findByLabelText('Email'), 'ana@vale.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a lantern over the bay')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('/login', () => {
  it('asks for the code in the same card and keeps the email and password', async () => {
    const { calls } = fakeApi({
      ...nobody,
      'POST /api/login': ({ body }) =>
        'code' in (body as object) ? { body: signedIn } : problem(401, 'TOTP_REQUIRED'),
    })
    renderAt('/login', <LoginPage />)
    await signIn()
    const code = await screen.findByLabelText('Code')
    expect(code).toHaveFocus()
    await userEvent.type(code, ' 123456 ')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/api/login').map(({ body }) => body)).toEqual([
        { email: 'ana@vale.example', password: 'a lantern over the bay' },
        { email: 'ana@vale.example', password: 'a lantern over the bay', code: '123456' },
      ]),
    )
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/))
  })

  it('disables the form until the next attempt and counts down', async () => {
    fakeApi({ ...nobody, 'POST /api/login': () => problem(429, 'RATE_LIMITED', { retryAfterSeconds: 65 }) })
    renderAt('/login', <LoginPage />)
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent('You can try again in 1:05.')
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDisabled()
  })

  it('asks staff without a password to choose one before the authenticator', async () => {
    fakeApi({
      'GET /api/session': () => ({ body: { ...session, secondFactor: 'enrol' } }),
      'POST /api/account/totp/begin': () => problem(403, 'STEP_UP_REQUIRED'),
    })
    renderAt('/login', <LoginPage />)
    expect(await screen.findByRole('link', { name: 'Choose a password' })).toHaveAttribute(
      'href',
      '/forgot-password',
    )
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows that sign-in is closed when attempts cannot be counted', async () => {
    fakeApi({ ...nobody, 'POST /api/login': () => problem(503, 'DEPENDENCY_UNAVAILABLE') })
    renderAt('/login', <LoginPage />)
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent('Sign-in is temporarily unavailable')
  })
})

describe('/login/ticket', () => {
  beforeEach(() => window.history.replaceState(null, '', `/login/ticket#token=${token}`))
  afterEach(() => window.history.replaceState(null, '', '/'))
  const readTicket = {
    purpose: 'email_login',
    email: 'a…@vale.example',
    about: null,
    needs: [],
    redirect: null,
    expiresAt: '2030-01-01T12:00:00.000Z',
  }

  it('removes the token from the address, reads the link, and redeems it only by the button', async () => {
    const { calls } = fakeApi({
      ...nobody,
      'POST /api/login/ticket/look': () => ({ body: readTicket }),
      'POST /api/login/ticket': () => ({ body: signedIn }),
    })
    renderAt(`/login/ticket#token=${token}`, <TicketPage />)
    const button = await screen.findByRole('button', { name: 'Continue as a…@vale.example' })
    expect(window.location.hash).toBe('')
    expect(calls.some(({ path }) => path === '/api/login/ticket')).toBe(false)
    expect(calls.every(({ query }) => query.toString() === '')).toBe(true)
    await userEvent.click(button)
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/api/login/ticket').map(({ body }) => body)).toEqual([
        { token },
      ]),
    )
  })

  it('asks for the code when the person has an authenticator', async () => {
    const { calls } = fakeApi({
      ...nobody,
      'POST /api/login/ticket/look': () => ({ body: readTicket }),
      'POST /api/login/ticket': ({ body }) =>
        'code' in (body as object) ? { body: signedIn } : problem(401, 'TOTP_REQUIRED'),
    })
    renderAt(`/login/ticket#token=${token}`, <TicketPage />)
    await userEvent.click(await screen.findByRole('button', { name: /^Continue as/ }))
    await userEvent.type(await screen.findByLabelText('Code'), '654321')
    await userEvent.click(screen.getByRole('button', { name: /^Continue as/ }))
    await waitFor(() => expect(calls.at(-1)?.body ?? null).not.toBeNull())
    expect(calls.filter(({ path }) => path === '/api/login/ticket').at(-1)?.body).toEqual({
      token,
      code: '654321',
    })
  })

  it.each([
    ['TICKET_EXPIRED', 'This link has expired'],
    ['TICKET_USED', 'This link has already been used'],
    ['TICKET_INVALID', 'This link isn’t valid'],
  ])('shows its own text and next step for %s', async (code, title) => {
    fakeApi({ ...nobody, 'POST /api/login/ticket/look': () => problem(410, code) })
    renderAt(`/login/ticket#token=${token}`, <TicketPage />)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Send me a new link' })).toHaveAttribute(
      'href',
      '/login?with=link',
    )
  })
})

describe('/login/auth', () => {
  it.each([
    ['STATE_MISMATCH', 'This sign-in link has expired'],
    ['IDP_DENIED', 'Sign-in was declined'],
    ['EMAIL_UNVERIFIED', 'Your email isn’t verified there'],
    ['ACCOUNT_LINK_REQUIRED', 'You already have an account here'],
  ])('shows a text and the next step for %s', async (code, title) => {
    const { calls } = fakeApi({
      ...nobody,
      'POST /api/login/auth': () => problem(403, code, { provider: 'demo', email: 'ana@vale.example' }),
    })
    renderAt('/login/auth?code=c&state=s', <CallbackPage />)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/login')
    expect(calls.filter(({ path }) => path === '/api/login/auth').map(({ body }) => body)).toEqual([
      { query: 'code=c&state=s' },
    ])
  })
})

describe('a proof of identity', () => {
  const security = {
    email: 'a',
    hasPassword: true,
    totp: { enabledAt: null, recoveryCodesLeft: 0, compulsory: false },
    providers: [],
  }
  const asking = () => {
    let proved = false
    return fakeApi({
      'GET /api/account/security': () => ({ body: security }),
      'POST /api/session/prove': ({ body }) => {
        proved = (body as { password?: string }).password === 'right'
        return proved
          ? { body: { provedAt: '2026-07-16T13:00:00.000Z' } }
          : problem(403, 'STEP_UP_REQUIRED', { detail: 'Wrong password' })
      },
      'POST /api/accounts/a1/close': () =>
        proved ? { body: { id: 'a1' } } : problem(403, 'STEP_UP_REQUIRED', { capability: 'account.close' }),
    })
  }

  it('is requested, can be wrong, and the same request is repeated', async () => {
    const { calls } = asking()
    renderAt('/', <ProofDialog />)
    let answer: Promise<unknown> = Promise.resolve()
    act(() => void (answer = post('/api/accounts/a1/close', {})))
    expect(await screen.findByText(/Before you close the account/)).toBeVisible()
    await userEvent.type(await screen.findByLabelText('Password'), 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Wrong password.')).toBeVisible()
    await userEvent.clear(screen.getByLabelText('Password'))
    await userEvent.type(screen.getByLabelText('Password'), 'right')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await expect(answer).resolves.toEqual({ id: 'a1' })
    const keys = calls
      .filter(({ path }) => path.endsWith('/close'))
      .map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual([keys[0], keys[0]])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('can be cancelled: the request fails and nothing is repeated', async () => {
    const { calls } = asking()
    renderAt('/', <ProofDialog />)
    const refused = vi.fn()
    act(() => void post('/api/accounts/a1/close', {}).catch(refused))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(refused).toHaveBeenCalledWith(expect.objectContaining({ status: 403 })))
    expect(calls.filter(({ path }) => path.endsWith('/close')).length).toBe(1)
  })

  it('is not awaited while no page can ask', async () => {
    asking()
    await expect(post('/api/accounts/a1/close', {})).rejects.toMatchObject({ status: 403 })
  })
})
