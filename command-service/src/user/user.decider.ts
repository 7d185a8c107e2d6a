import type { UserCommand, UserEvent } from '@hearth/contracts/user'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import { userFold, type UserState } from './user.state.ts'

export const user: Decider<UserState, UserCommand, UserEvent> = {
  ...userFold,
  decide: {
    RegisterUser: (data, { registered }, { id }) =>
      registered
        ? reject('DUPLICATE', 'This person is already registered.')
        : accept([{ type: 'UserRegistered', data: { userId: id, ...data } }]),
    VerifyEmail: (_data, { emailVerified }, { id }) =>
      accept(emailVerified ? [] : [{ type: 'EmailVerified', data: { userId: id } }]),
    ChangePassword: (data, _state, { id }) =>
      accept([{ type: 'PasswordChanged', data: { userId: id, ...data } }]),
    EnableTotp: (_data, { totp }, { id }) =>
      accept(totp ? [] : [{ type: 'TotpEnabled', data: { userId: id } }]),
    DisableTotp: (_data, { totp }, { id }) =>
      accept(totp ? [{ type: 'TotpDisabled', data: { userId: id } }] : []),
    LinkIdp: ({ provider }, { providers }, { id }) =>
      accept(providers.includes(provider) ? [] : [{ type: 'IdpLinked', data: { userId: id, provider } }]),
    UnlinkIdp: ({ provider }, { providers }, { id }) =>
      accept(providers.includes(provider) ? [{ type: 'IdpUnlinked', data: { userId: id, provider } }] : []),
    RecordLogin: (data, _state, { id }) =>
      accept([{ type: 'LoginSucceeded', data: { userId: id, ...data } }]),
    RecordFailedLogin: (data, _state, { id }) =>
      accept([{ type: 'LoginFailed', data: { userId: id, ...data } }]),
    RecordProof: (data, _state, { id }) =>
      accept([{ type: 'IdentityProved', data: { userId: id, ...data } }]),
    LockUser: (data, _state, { id }) => accept([{ type: 'UserLocked', data: { userId: id, ...data } }]),
    RevokeSessions: (data, _state, { id }) =>
      accept(data.count === 0 ? [] : [{ type: 'SessionsRevoked', data: { userId: id, ...data } }]),
  },
}
