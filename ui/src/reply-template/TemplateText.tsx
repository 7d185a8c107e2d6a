import { TEMPLATE_VARIABLES, type TemplateValues } from '@hearth/contracts/reply-template'
import { useText } from '../i18n/text.ts'
import { FilledText } from './FilledText.tsx'

/** A saved reply with the name of each variable in its place: `Hello guest’s first name`. */
export const TemplateText = ({ body }: { body: string }) => {
  const t = useText()
  const names: TemplateValues = Object.fromEntries(
    TEMPLATE_VARIABLES.map((name) => [name, t(`replyTemplate.variables.${name}`)]),
  )
  return <FilledText body={body} values={names} />
}
