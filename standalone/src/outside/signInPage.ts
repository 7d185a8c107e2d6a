import { OUTSIDE_PEOPLE, outsidePerson, type OutsidePerson } from './people.ts'
import { escapeHtml, page } from './page.ts'

const describe = ({ email, emailVerified, factors }: OutsidePerson) =>
  `${email}${emailVerified ? '' : ', not verified'}${factors.includes('mfa') ? ', two factors' : ''}`

/** The page on which people choose who they are: a person from the list, a new person, or no one. */
export const signInPage = (interaction: string, asker: string): string => {
  const action = `/dev/idp/interaction/${escapeHtml(interaction)}`
  const people = OUTSIDE_PEOPLE.map(
    (person) =>
      `<button name="person" value="${person.sub}">${escapeHtml(person.name)} ` +
      `<small>(${escapeHtml(describe(person))})</small></button>`,
  )
  return page(
    'Demo identity provider',
    `<p>${escapeHtml(asker)} wants to know who you are.</p>
<form method="post" action="${action}">
<fieldset><legend>Continue as</legend>${people.join('')}</fieldset></form>
<form method="post" action="${action}"><fieldset><legend>Someone else</legend>
<label>Email <input name="email" type="email" required maxlength="200" autocomplete="off"></label>
<label>Name <input name="name" maxlength="80" autocomplete="off"></label>
<label><input name="verified" type="checkbox" value="yes" checked> This address is verified</label>
<label><input name="factors" type="checkbox" value="yes"> Signed in with a second factor</label>
<button>Continue</button></fieldset></form>
<form method="post" action="${action}"><button name="deny" value="yes">Decline</button></form>`,
  )
}

/** The person that the form names; undefined for a refusal and for invalid input. */
export const readPerson = (form: URLSearchParams): OutsidePerson | undefined => {
  const chosen = OUTSIDE_PEOPLE.find(({ sub }) => sub === form.get('person'))
  if (chosen) return chosen
  const email = form.get('email')?.trim() ?? ''
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return undefined
  return outsidePerson(
    form.get('name')?.trim() || email,
    email,
    form.get('verified') === 'yes',
    form.get('factors') === 'yes',
  )
}
