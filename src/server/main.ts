import { brokenSource } from './start/broken-source.ts'

// All that follows is loaded here, so that a slip in one of its files is said and not thrown.
await import('./start/start.ts').catch(error => {
  const sentence = brokenSource(error)
  if (!sentence) throw error
  console.error(sentence)
  process.exit(1)
})
