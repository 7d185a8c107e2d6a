import { describe, test } from 'vitest'
import { ADMIN, given } from '../testing/given.ts'
import { user } from './user.decider.ts'

const situation = { id: 'u', actor: ADMIN, facts: {} }
const person = { email: 'ana@vale.example', displayName: 'Ana Vale', staffRole: null }
const registered = { type: 'UserRegistered', data: { userId: 'u', ...person } } as const
const linked = { type: 'IdpLinked', data: { userId: 'u', provider: 'hearth' } } as const
const enabled = { type: 'TotpEnabled', data: { userId: 'u' } } as const
const where = { address: '192.0.2.7', userAgent: 'Firefox' }

describe('a person', () => {
  test('is registered once', () => {
    given(user).when({ type: 'RegisterUser', data: person }, situation).thenEvents(registered)
    given(user, registered).when({ type: 'RegisterUser', data: person }, situation).thenRefused('DUPLICATE')
  })
  test('verifies their address once', () => {
    given(user, registered)
      .when({ type: 'VerifyEmail', data: {} }, situation)
      .thenEvents({ type: 'EmailVerified' })
    given(user, registered, { type: 'EmailVerified', data: { userId: 'u' } })
      .when({ type: 'VerifyEmail', data: {} }, situation)
      .thenNothing()
  })
  test('has an authenticator or has none', () => {
    given(user, registered)
      .when({ type: 'EnableTotp', data: {} }, situation)
      .thenEvents({ type: 'TotpEnabled' })
    given(user, registered, enabled).when({ type: 'EnableTotp', data: {} }, situation).thenNothing()
    given(user, registered, enabled)
      .when({ type: 'DisableTotp', data: {} }, situation)
      .thenEvents({ type: 'TotpDisabled' })
    given(user, registered).when({ type: 'DisableTotp', data: {} }, situation).thenNothing()
  })
  test('links a provider once, and unlinks what is linked', () => {
    given(user, registered)
      .when({ type: 'LinkIdp', data: { provider: 'hearth' } }, situation)
      .thenEvents(linked)
    given(user, registered, linked)
      .when({ type: 'LinkIdp', data: { provider: 'hearth' } }, situation)
      .thenNothing()
    given(user, registered, linked)
      .when({ type: 'UnlinkIdp', data: { provider: 'hearth' } }, situation)
      .thenEvents({ type: 'IdpUnlinked' })
    given(user, registered)
      .when({ type: 'UnlinkIdp', data: { provider: 'hearth' } }, situation)
      .thenNothing()
  })
  test('leaves a trace of every sign-in, failed or not, and of every proof', () => {
    given(user, registered)
      .when({ type: 'RecordLogin', data: { method: 'password', provider: null, ...where } }, situation)
      .thenEvents({ type: 'LoginSucceeded', data: where })
    given(user, registered)
      .when({ type: 'RecordFailedLogin', data: { reason: 'code', ...where } }, situation)
      .thenEvents({ type: 'LoginFailed', data: { reason: 'code' } })
    given(user, registered)
      .when({ type: 'RecordProof', data: { method: 'totp' } }, situation)
      .thenEvents({ type: 'IdentityProved', data: { method: 'totp' } })
    given(user, registered)
      .when({ type: 'LockUser', data: { until: '2026-06-12T14:00:00.000Z' } }, situation)
      .thenEvents({ type: 'UserLocked' })
    given(user, registered)
      .when({ type: 'ChangePassword', data: { cause: 'reset' } }, situation)
      .thenEvents({ type: 'PasswordChanged', data: { cause: 'reset' } })
  })
  test('has sessions revoked where there were any', () => {
    given(user, registered)
      .when({ type: 'RevokeSessions', data: { count: 2, cause: 'all' } }, situation)
      .thenEvents({ type: 'SessionsRevoked', data: { count: 2 } })
    given(user, registered)
      .when({ type: 'RevokeSessions', data: { count: 0, cause: 'all' } }, situation)
      .thenNothing()
  })
})
