/** Signing in by every method, and verifying again who the user is. */
export const loginTexts = {
  email: 'Email',
  password: 'Password',
  show: 'Show the password',
  hide: 'Hide the password',
  submit: 'Sign in',
  missing: 'Please fill this in.',
  wrong: 'Wrong email or password.',
  wrongCode: 'Wrong code. Each code works once, for 30 seconds.',
  closed:
    'Sign-in is temporarily unavailable. Try again shortly. If you’re already signed in elsewhere, you ' +
    'stay signed in.',
  tryIn: 'Too many attempts. You can try again in %{time}.',
  tryNow: 'You can try again now.',
  again: 'Start over',
  back: 'Back to sign-in',
  or: 'or',
  forgot: 'Forgot your password?',
  with: 'Continue with %{name}',
  byLink: 'Email me a sign-in link',
  byPassword: 'Sign in with a password',
  noAccount: 'You’re signed in but not a member of any account. Ask an owner to invite you.',
  code: {
    title: 'Enter your code',
    text: 'Enter the six-digit code from your authenticator app, or a recovery code.',
    label: 'Code',
    submit: 'Continue',
  },
  enrol: {
    title: 'Set up your authenticator',
    text:
      'Hearth staff sign in with a second step. Scan this with an authenticator app, then enter the ' +
      'six-digit code it shows.',
    qr: 'QR code for the authenticator app',
    secret: 'No camera? Enter this key manually:',
    copy: 'Copy key',
    submit: 'Turn on',
    unproved:
      'Hearth staff sign in with a second step. To set it up, sign in with your password: an email link ' +
      'isn’t enough. If you don’t have a password yet, choose one first.',
    choose: 'Choose a password',
    codesTitle: 'Save your recovery codes',
    codesText:
      'Each code lets you sign in once without your authenticator. They’re only shown now. Keep them ' +
      'where you keep your passwords.',
    copyCodes: 'Copy codes',
    done: 'I’ve saved them',
  },
  link: {
    title: 'Sign in by email',
    text: 'We’ll send you a sign-in link. It works once, for 15 minutes, on this device.',
    submit: 'Send link',
    sentTitle: 'Check your email',
    sentText:
      'If %{email} belongs to an account, we’ve sent a link. It works once, for 15 minutes. Open it on ' +
      'this device.',
    nothing: 'Nothing after a minute? Check your spam folder, or send it again.',
    resend: 'Send it again',
    resendIn: 'Send it again in %{time}',
    other: 'Use another address',
    notAnAddress: 'Enter a valid email.',
  },
  reset: {
    text: 'Enter your email address. We’ll send you a link to choose a new password.',
    submit: 'Send link',
    sentText: 'If %{email} belongs to an account, we’ve sent a link. It works once, for 30 minutes.',
  },
  providers: {
    text: 'Choose how to sign in.',
    none: 'No other sign-in methods are available.',
    unknown: 'This sign-in method isn’t available. Choose another one.',
    failed: 'Couldn’t load the other sign-in methods.',
    going: 'Taking you to %{name}',
    goingText: 'Sign in there, and you’ll come back here.',
    stuck: 'Couldn’t reach %{name}',
  },
  callback: {
    text: 'One moment.',
    proved: 'Thank you. You can close this window.',
    notProved: 'We couldn’t confirm it’s you',
    close: 'Close this window',
    failed: 'Sign-in didn’t work',
    linked: '%{name} is now linked to your account. You can use it to sign in next time.',
    STATE_MISMATCH: {
      title: 'This sign-in link has expired',
      text:
        'It was started in another browser or more than ten minutes ago, or it was already used. Please ' +
        'start again.',
    },
    IDP_DENIED: {
      title: 'Sign-in was declined',
      text: 'You or the other service stopped the sign-in. Nothing was changed.',
    },
    EMAIL_UNVERIFIED: {
      title: 'Your email isn’t verified there',
      text:
        'We only accept verified email addresses. Verify yours with the other service, or sign in ' +
        'another way.',
    },
    ACCOUNT_LINK_REQUIRED: {
      title: 'You already have an account here',
      text: 'Sign in once to confirm it’s yours. We’ll then link the two.',
      toPassword: 'Sign in and link',
    },
    again: 'Try again',
    others: 'Other ways to sign in',
  },
  linking: 'Sign in as %{email} to link %{provider}. You can use it to sign in next time.',
  ticket: {
    looking: 'Checking the link',
    continueAs: 'Continue as %{email}',
    until: 'The link works once, until %{instant}.',
    email: 'Your email address',
    emailHelp:
      'You requested this link on another device. To confirm it’s you, enter the address it was sent to.',
    displayName: 'Your name',
    displayNameHelp: 'As your team will see it.',
    newPassword: 'New password',
    passwordHelp: 'At least %{count} characters. A sentence is easier to remember.',
    wrongEmail: 'The link wasn’t sent to this address.',
    weak: 'Your password %{why}.',
    email_login: { title: 'Sign in', text: 'This link signs you in as %{email}.' },
    password_reset: {
      title: 'Choose a new password',
      text: 'For %{email}. You’ll be signed out on all other devices.',
      submit: 'Save and sign in',
    },
    invitation: {
      title: 'Join %{about}',
      noName: 'Join the team',
      text: 'You’ve been invited as %{email}.',
      submit: 'Join as %{email}',
    },
    onboarding_invite: {
      title: 'Start with Hearth',
      text: 'You’ve been invited as %{email}.',
      submit: 'Start as %{email}',
    },
    mobile_handoff: {
      title: 'Continue on this device',
      text: 'You’re signed in on another device as %{email}.',
    },
    TICKET_EXPIRED: {
      title: 'This link has expired',
      text:
        'Links only work for a short time. Request a new one. For an invitation, ask the person who ' +
        'invited you.',
    },
    TICKET_USED: {
      title: 'This link has already been used',
      text: 'Each link works once. If you didn’t use it, choose a new password now.',
    },
    TICKET_INVALID: {
      title: 'This link isn’t valid',
      text: 'It may be incomplete or replaced by a newer one. Open the latest email, or request a new link.',
    },
    missing: {
      title: 'Please open the link in your email again',
      text: 'For security, links stop working when you leave the page.',
    },
    newLink: 'Send me a new link',
    newPasswordLink: 'Choose a new password',
  },
  mobile: {
    text:
      'On your computer, open your menu and choose “Continue on your phone”, then scan the code. Or we ' +
      'can send you a link.',
  },
  handoff: {
    title: 'Continue on your phone',
    text: 'Scan this with your phone’s camera to sign in there. It works once, for one minute.',
    qr: 'QR code that signs you in on your phone',
    left: 'Works for %{time} more',
    over: 'This code has expired.',
    renew: 'Show a new code',
    failed: 'Couldn’t load the code',
  },
  proof: {
    title: 'Confirm it’s you',
    text: 'Before you %{what}, please confirm it’s you. We won’t ask again for five minutes.',
    plain: 'Please confirm it’s you first. We won’t ask again for five minutes.',
    submit: 'Continue',
    cancel: 'Cancel',
    useCode: 'Use an authenticator code',
    usePassword: 'Use your password',
    wrongPassword: 'Wrong password.',
    window: 'Continue in the window that opened. This page is waiting.',
    failed: 'Couldn’t load the ways to confirm it’s you',
    nothing: 'Your account has no password or authenticator. Set one up under Account, Security first.',
  },
}
