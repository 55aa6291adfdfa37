/** The few languages of highlight.js that pages use. The build copies them into the package: the library is 10 MB. */
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import jsonLanguage from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

for (const [name, grammar] of Object.entries({
  bash,
  go,
  http,
  json: jsonLanguage,
  python,
  typescript,
  xml,
  yaml,
}))
  hljs.registerLanguage(name, grammar)
hljs.registerAliases(['sh', 'shell', 'curl', 'console'], { languageName: 'bash' })
hljs.registerAliases(['js', 'javascript', 'node'], { languageName: 'typescript' })

export { hljs }
