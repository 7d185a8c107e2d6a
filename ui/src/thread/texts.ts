import { addTexts } from '../i18n/i18nProvider.ts'
import { messageFilesTexts } from '../i18n/en/messageFiles.ts'
import { replyTemplateTexts } from '../i18n/en/replyTemplate.ts'
import { threadTexts } from '../i18n/en/thread.ts'

addTexts({ thread: threadTexts, messageFiles: messageFilesTexts, replyTemplate: replyTemplateTexts })
