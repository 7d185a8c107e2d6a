import type { UserEvent } from '@hearth/contracts/user'
import type { Fold } from '../runtime/decider.ts'

/**
 * A person's sign-in methods. Credentials are not part of it: they were checked before the command was sent.
 */
export type UserState = Readonly<{
  registered: boolean
  emailVerified: boolean
  totp: boolean
  providers: readonly string[]
}>

export const userFold: Fold<UserState, UserEvent> = {
  category: 'user',
  initial: { registered: false, emailVerified: false, totp: false, providers: [] },
  evolve: {
    UserRegistered: (state) => ({ ...state, registered: true }),
    EmailVerified: (state) => ({ ...state, emailVerified: true }),
    PasswordChanged: (state) => state,
    TotpEnabled: (state) => ({ ...state, totp: true }),
    TotpDisabled: (state) => ({ ...state, totp: false }),
    IdpLinked: (state, { provider }) => ({
      ...state,
      providers: [...state.providers.filter((id) => id !== provider), provider],
    }),
    IdpUnlinked: (state, { provider }) => ({
      ...state,
      providers: state.providers.filter((id) => id !== provider),
    }),
    LoginSucceeded: (state) => state,
    LoginFailed: (state) => state,
    IdentityProved: (state) => state,
    UserLocked: (state) => state,
    SessionsRevoked: (state) => state,
  },
}
