import { TOKENS } from 'specwright/theme'

/** The look of all pages, in light and in dark; no page loads anything. */
export const STYLE = `
${TOKENS}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; padding: 1.5rem 1rem; display: flex; flex-direction: column; align-items: center;
  justify-content: center; gap: 1.25rem; background: var(--soft); color: var(--ink);
  font: 1rem/1.5 var(--sans);
}
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 650; letter-spacing: -.01em; }
.brand svg { width: 1.75rem; height: 1.75rem; flex: none; }
.badge {
  font-size: .75rem; font-weight: 600; line-height: 1; padding: .3rem .5rem; border-radius: 1rem;
  color: var(--warn); background: var(--warn-soft);
}
main {
  width: 100%; max-width: 27.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 1rem;
  padding: 2rem; box-shadow: 0 1px 2px rgb(20 24 50 / .05), 0 12px 32px -12px rgb(20 24 50 / .18);
}
h1 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -.015em; margin: 0 0 .5rem; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.soft { color: var(--muted); }
.small { font-size: .875rem; }
strong, .host { overflow-wrap: anywhere; }
.host { font-weight: 600; color: var(--ink); }
label.field, .field-label { display: block; font-weight: 600; font-size: .9375rem; margin: 1rem 0 .375rem; }
input[type=email], input[type=password], select {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--edge); border-radius: .625rem;
}
main > :last-child { margin-bottom: 0; }
fieldset { border: 0; margin: 1.25rem 0 1rem; padding: 0; min-width: 0; }
legend { font-weight: 600; font-size: .9375rem; padding: 0; margin-bottom: .5rem; }
ul.scopes { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
ul.scopes li + li { border-top: 1px solid var(--line); }
@media (min-width: 48rem) {
  ul.scopes.two { display: grid; grid-template-columns: 1fr 1fr; }
  ul.scopes.two li:nth-child(2) { border-top: 0; }
  ul.scopes.two li:nth-child(even) { border-left: 1px solid var(--line); }
}
ul.scopes label { display: grid; grid-template-columns: auto 1fr; gap: .125rem .75rem; padding: .75rem .875rem; cursor: pointer; }
ul.scopes label:hover { background: var(--accent-soft); }
ul.scopes input { width: 1.125rem; height: 1.125rem; margin: .1875rem 0 0; accent-color: var(--accent); }
ul.scopes .what { font-weight: 550; }
ul.scopes .why { grid-column: 2; color: var(--muted); font-size: .875rem; }
ul.scopes .off { cursor: not-allowed; }
.actions { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin-top: 1.5rem; }
.actions.single { grid-template-columns: 1fr; }
button, a.button {
  min-height: 2.875rem; padding: .5rem 1rem; font: inherit; font-weight: 600; border-radius: .625rem; cursor: pointer;
  border: 1px solid var(--edge); background: transparent; color: inherit;
}
a.button { display: flex; align-items: center; justify-content: center; text-decoration: none; }
button:hover { background: var(--accent-soft); }
button.main, a.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.main:hover { filter: brightness(1.1); }
button.link { min-height: 0; padding: 0; border: 0; background: none; color: var(--accent); text-decoration: underline; font-weight: 500; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
ul.scopes label:focus-within { outline: 3px solid var(--accent); outline-offset: -3px; }
ul.scopes input:focus-visible { outline: none; }
.alert { padding: .75rem .875rem; border-radius: .75rem; color: var(--bad); background: var(--bad-soft); margin: 1rem 0; font-size: .9375rem; }
.account { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--muted); }
.account span { overflow-wrap: anywhere; }
dt { font-weight: 600; font-size: .9375rem; margin-top: 1rem; }
dd { margin: 0; font-size: .875rem; overflow-wrap: anywhere; }
main.wide { max-width: 56rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; font-size: .9375rem; }
a { color: var(--accent); }
section { margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h2 { font-size: 1.0625rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
.rows { list-style: none; margin: .75rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem; }
.rows > li { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .75rem .875rem; }
.rows > li + li { border-top: 1px solid var(--line); }
.rows .grow { flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere; }
.rows form { margin: 0; }
.rows button, .ask > summary { min-height: 2.25rem; padding: .25rem .75rem; font-size: .875rem; }
.ask { margin: 0; }
.ask > summary {
  display: flex; align-items: center; list-style: none; border: 1px solid var(--edge); border-radius: .625rem; color: inherit;
}
.ask > summary::-webkit-details-marker { display: none; }
.ask > summary:hover { background: var(--accent-soft); }
.ask.danger:not([open]) > summary { border-color: var(--bad); color: var(--bad); }
.ask.danger:not([open]) > summary:hover { background: var(--bad-soft); }
.ask[open] { flex: 1 0 100%; order: 1; padding: .875rem; border-radius: .75rem; background: var(--soft); }
.ask .opened, .ask[open] .closed { display: none; }
.ask[open] .opened { display: inline; }
.ask[open] > summary { float: right; margin-left: 1rem; border-color: transparent; color: var(--accent); }
.ask p { margin: .25rem 0 .75rem; }
.ask .alert { clear: both; margin: 0 0 .75rem; }
button.danger { border-color: var(--bad); color: var(--bad); }
button.danger:hover { background: var(--bad-soft); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[aria-invalid=true][name] { border-color: var(--bad); border-width: 2px; }
[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
details { margin-top: .75rem; }
form > button.main { margin-top: 1.25rem; }
form > fieldset + button.main { margin-top: 0; }
summary { cursor: pointer; color: var(--accent); font-weight: 600; font-size: .9375rem; width: fit-content; }
input[type=text], textarea {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--edge); border-radius: .625rem;
}
.done { padding: .875rem; border-radius: .75rem; background: var(--accent-soft); margin: 1rem 0 0; }
button.copy { min-height: 2.25rem; margin-top: .5rem; padding: .25rem .75rem; font-size: .875rem; }
.done code, .secret { display: block; margin-top: .5rem; overflow-wrap: anywhere; font: .9375rem/1.5 var(--mono); user-select: all; }
.mark { font-size: .8125rem; font-weight: 600; line-height: 1; padding: .3rem .5rem; border-radius: 1rem; overflow-wrap: anywhere; }
.mark.plain { background: var(--soft); color: var(--ink); }
.mark.good { background: var(--good-soft); color: var(--good); }
.mark.bad { background: var(--bad-soft); color: var(--bad); }
.mark.warn { background: var(--warn-soft); color: var(--warn); }
.marks { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem .5rem; }
.whole { flex: 1 0 100%; min-width: 0; margin: 0; }
.whole p { margin: .75rem 0 0; }
.compare { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem 1rem; margin: .75rem 0 1rem; font-size: .9375rem; }
.compare input { width: 6rem; display: block; }
.compare button { min-height: 2.75rem; }
pre { margin: .25rem 0 .75rem; padding: .75rem; border-radius: .625rem; background: var(--soft); font: .8125rem/1.5 var(--mono); }
pre.text { white-space: pre-wrap; overflow-wrap: anywhere; }
pre.lines { padding: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.lines > * { display: block; padding: 0 .75rem; min-height: 1.5em; text-decoration: none; }
pre.lines del { background: var(--bad-soft); color: var(--bad); }
pre.lines ins { background: var(--good-soft); color: var(--good); }
pre.lines .gap { color: var(--muted); }
.attempts { flex: 1 0 100%; list-style: none; margin: 0; padding: 0; min-width: 0; }
.attempts > li { padding: .375rem 0 .375rem .75rem; border-left: 2px solid var(--line); }
.attempts details { margin-top: .25rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { padding: .375rem .75rem .375rem 0; text-align: left; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 600; }
`
