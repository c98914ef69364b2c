import { Blockquote } from '@tiptap/extension-blockquote'
import { ListItem } from '@tiptap/extension-list'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { isDocumentLink } from '#domain/content/read-document.ts'
import { PictureNode, ProductNode, QuestionNode, SizeTableNode } from './nodes.tsx'

/** The kinds of blocks that a document can have; what is pasted becomes one of them, or goes. */
export const extensions = [
  StarterKit.configure({
    ...{ blockquote: false, code: false, codeBlock: false, horizontalRule: false, listItem: false },
    ...{ strike: false, underline: false },
    heading: { levels: [2, 3] },
    link: { openOnClick: false, autolink: false, isAllowedUri: isDocumentLink },
  }),
  Blockquote.extend({ content: 'paragraph+' }),
  ListItem.extend({ content: '(paragraph | bulletList | orderedList)+' }),
  Placeholder.configure({ placeholder: 'Write here.' }),
  ...[PictureNode, ProductNode, SizeTableNode, QuestionNode],
]
