import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { session } from '../test/fixtures.ts'
import { CEDAR, done, openAccount, owner, posted, refused, serve } from './testing/openAccount.tsx'

describe('the account', () => {
  beforeEach(() => serve(owner))

  it('keeps the input of a refused invitation and shows the reason', async () => {
    serve(owner, {
      'POST /api/accounts/a1/invite-member': () =>
        refused('Someone with this email address is already a member or invited.'),
    })
    openAccount('/account?tab=team')
    await userEvent.click(await screen.findByRole('button', { name: 'Invite someone' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite someone to Vale Stays' })
    await userEvent.click(within(dialog).getByLabelText('Email'))
    await userEvent.paste('Tom@vale.example')
    await userEvent.click(within(dialog).getByLabelText(/^Calendar co-host/))
    await userEvent.click(within(dialog).getByLabelText('Selected listings'))
    expect(within(dialog).getByRole('button', { name: 'Send invitation' })).toBeDisabled()
    await userEvent.click(await within(dialog).findByLabelText('Cedar House'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('is already a member or invited')
    expect(within(dialog).getByLabelText('Email')).toHaveValue('Tom@vale.example')
    expect(posted().at(-1)?.body).toEqual({
      email: 'tom@vale.example',
      role: 'cohost_calendar',
      listingIds: [CEDAR],
    })
  })

  it('offers only roles that include the requested permission, the least powerful first', async () => {
    serve(owner, { 'POST /api/accounts/a1/accept-permission-request': () => done })
    openAccount('/account?tab=team')
    expect(await screen.findByText('Tom Lind wants to see amounts')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog')
    expect(
      within(dialog)
        .getAllByRole('radio', { name: /^(Owner|\w+ co-host)/ })
        .map((radio) => radio.closest('label')?.textContent?.split(':')[0]?.slice(0, 19)),
    ).toEqual(['Full co-hostManages', 'OwnerFull access'])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(posted().at(-1)?.body).toEqual({ requestId: 'q1', role: 'cohost_full', listingIds: null }),
    )
  })

  it('lists this session first and signs another one out', async () => {
    serve(owner, { 'POST /api/session/revoke': () => ({ body: null }) })
    openAccount('/account?tab=security')
    const rows = (await screen.findByText('Chrome on Linux')).closest('ul')?.querySelectorAll('li') ?? []
    expect(rows[0]).toHaveTextContent('This device')
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
    await waitFor(() =>
      expect(posted().map(({ path, body }) => [path, body])).toEqual([['/api/session/revoke', { id: 's2' }]]),
    )
  })

  it('explains why a new password is rejected before it is sent', async () => {
    openAccount('/account?tab=security')
    await userEvent.type(await screen.findByLabelText('New password'), 'short')
    expect(screen.getByRole('alert')).toHaveTextContent('Your new password needs at least 12 characters.')
    expect(screen.getByRole('button', { name: 'Change password' })).toBeDisabled()
  })

  it('shows the recovery codes once, after the authenticator’s code', async () => {
    serve(owner, {
      'POST /api/account/totp/begin': () => ({
        body: { secret: 'ABCDEFGH', uri: 'otpauth://x', qr: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      }),
      'POST /api/account/totp/enable': () => ({ body: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } }),
    })
    openAccount('/account?tab=security')
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
    expect(await screen.findByText('ABCD EFGH')).toBeVisible()
    await userEvent.type(screen.getByLabelText('2. Enter the code it shows'), '123 456')
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('cccc-dddd')).toBeVisible()
    expect(posted().at(-1)?.body).toEqual({ code: '123456' })
    await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    expect(screen.queryByText('cccc-dddd')).not.toBeInTheDocument()
  })

  it('keeps locked notifications on and sends every choice', async () => {
    serve(owner, { 'POST /api/accounts/a1/choose-notifications': () => done })
    openAccount('/account?tab=notifications')
    expect(
      await screen.findByText(/Deductions from your earnings by email: can’t be turned off/),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: 'New messages from guests by push' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(posted()).toHaveLength(1))
    const body = posted()[0]?.body as {
      choices: { kind: string; email: boolean; push: boolean }[]
      quietHours: null
    }
    expect(body.choices.filter(({ email, push }) => !email || !push)).toEqual([
      { kind: 'guest_message', email: true, push: false },
    ])
    expect(body.quietHours).toBeNull()
  })

  it('describes each staff access in sentences', async () => {
    openAccount('/account?tab=access')
    expect(await screen.findByText('Sam Support viewed your account as you')).toBeVisible()
    expect(screen.getByText('“You asked about a refund”')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show what was viewed and done' }))
    expect(screen.getByText('Opened the bookings')).toBeVisible()
    expect(screen.getByText('Refused: cancel booking')).toBeVisible()
  })

  it('erases a guest only once the name is typed', async () => {
    serve(owner, { 'POST /api/accounts/a1/erase-subject': () => done })
    openAccount('/account?tab=data')
    await userEvent.type(await screen.findByLabelText('Guest name or booking code'), 'daniel')
    await userEvent.click(screen.getByRole('button', { name: 'Find guest' }))
    await userEvent.click(await screen.findByRole('radio', { name: /^Daniel W\., 1 booking/ }))
    const button = screen.getByRole('button', { name: 'Erase permanently' })
    expect(button).toBeDisabled()
    await userEvent.type(screen.getByLabelText('Type Daniel W. to confirm'), 'daniel w.')
    await userEvent.click(button)
    await waitFor(() => expect(posted().at(-1)?.body).toEqual({ kind: 'guest', subjectId: 'g1' }))
  })

  it('shows staff only their own sign-in', async () => {
    serve({
      ...session,
      role: 'support',
      account: null,
      accounts: [],
      capabilities: ['account.read', 'team.read', 'access-log.read'],
    })
    openAccount('/account')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your sign-in' })).toBeVisible()
    expect(await screen.findByText('Where you are signed in')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Team' })).not.toBeInTheDocument()
  })

  it('hides sections that are outside the scope of an impersonation', async () => {
    serve({
      ...session,
      capabilities: ['account.read', 'team.read'],
      impersonation: {
        id: 'i1',
        mode: 'read_only',
        scopes: ['onboarding'],
        expiresAt: '2999-01-01T00:00:00.000Z',
        staffRole: 'support',
        reason: 'support_ticket',
        reasonText: 'x',
        extended: false,
      },
    })
    openAccount('/account?tab=data')
    expect(await screen.findByText('You can’t open this section while impersonating a host.')).toBeVisible()
  })
})
