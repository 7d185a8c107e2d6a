import type { TemplateVariable } from '@hearth/contracts/reply-template'
import type { Text } from '../i18n/text.ts'

/** `Wi-Fi name, check-in date`. */
export const formatVariables = (variables: readonly TemplateVariable[], t: Text): string =>
  variables.map((name) => t(`replyTemplate.variables.${name}`)).join(', ')
