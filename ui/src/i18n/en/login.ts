export const loginTexts = {
  title: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'E-mail or password is not right.',
  missing: 'Please fill this in.',
}
