#!/usr/bin/env bash
# The steps of action.yml. Inputs are environment variables, so that no value becomes a part of a command.
# Every check runs, whatever an earlier one finds; the job fails at the end.
set -uo pipefail

MARKER='<!-- specwright: diff -->'
failed=0
tools="${RUNNER_TEMP:-$(mktemp -d)}/specwright"

install() {
  command -v specwright > /dev/null && return
  local wanted="$SPECWRIGHT"
  # npm reads a path from the folder of --prefix.
  [ -f "$wanted" ] && wanted="$(cd "$(dirname "$wanted")" && pwd)/$(basename "$wanted")"
  mkdir -p "$tools"
  npm install --prefix "$tools" --no-save --no-audit --no-fund -- "$wanted" || exit 2
  export PATH="$tools/node_modules/.bin:$PATH"
}

# heading TITLE: a section of the job summary.
heading() { printf '\n## %s\n\n' "$1" >> "$GITHUB_STEP_SUMMARY"; }

output() { printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"; }

lint() {
  specwright lint "$DOCUMENT" --format github-actions || failed=1
  heading Lint
  specwright lint "$DOCUMENT" --format markdown >> "$GITHUB_STEP_SUMMARY" || failed=1
}

diff_with_base() {
  if [ -z "$BASE" ]; then echo 'diff: skipped, because there is no base to compare with.'; return; fi
  local old
  if git rev-parse --quiet --verify "$BASE^{commit}" > /dev/null; then
    old="$BASE"
  else
    git fetch --quiet --depth=1 origin "$BASE" || { echo "diff: $BASE cannot be fetched."; failed=1; return; }
    old=FETCH_HEAD
  fi
  old="$(git rev-parse "$old^{commit}")"
  if ! git cat-file -e "$old:$DOCUMENT" 2> /dev/null; then
    echo "diff: skipped, because $BASE has no $DOCUMENT."
    return
  fi
  local report="$tools-diff.md" code
  specwright diff "$old:$DOCUMENT" "$DOCUMENT" --fail-on "$FAIL_ON" --format github
  code=$?
  [ "$code" -ne 0 ] && failed=1
  [ "$code" -gt 1 ] && return
  specwright diff "$old:$DOCUMENT" "$DOCUMENT" --fail-on "$FAIL_ON" --format markdown > "$report"
  output breaking "$([ "$code" -eq 1 ] && echo true || echo false)"
  heading 'Changes of the API'
  cat "$report" >> "$GITHUB_STEP_SUMMARY"
  if [ "$COMMENT" = true ] && [ -n "$PULL_REQUEST" ]; then comment "$report"; fi
}

# comment FILE: one comment of the pull request, which later runs replace. A fork's token may not write it.
comment() {
  local body="$1.comment" id
  { echo "$MARKER"; cat "$1"; } > "$body"
  id="$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" \
    --jq ".[] | select(.body | startswith(\"$MARKER\")) | .id" | head -n 1)"
  if [ -n "$id" ]; then
    gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$body"
  else
    gh api --silent "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" --field "body=@$body"
  fi || echo '::warning::The comment cannot be written. Give the job the permission "pull-requests: write".'
}

test_server() {
  if [ -z "$TARGET" ] && [ -z "$CONFIG" ]; then
    echo 'conform: skipped, because neither target nor config is set.'
    return
  fi
  mkdir -p "$REPORTS"
  local words=(--yes --report "github,junit=$REPORTS/conform.xml,sarif=$REPORTS/conform.sarif,html=$REPORTS/conform.html")
  [ -n "$CONFIG" ] && words+=(--config "$CONFIG")
  [ -n "$START" ] && words+=(--start "$START")
  [ -n "$TARGET" ] && words+=(--target "$TARGET")
  local log="$tools-conform.log"
  # A configuration names its own document.
  if [ -n "$CONFIG" ] && grep -q '^openapi:' "$CONFIG"; then
    specwright conform "${words[@]}" | tee "$log"
  else
    specwright conform "$DOCUMENT" "${words[@]}" | tee "$log"
  fi
  [ "${PIPESTATUS[0]}" -ne 0 ] && failed=1
  output sarif "$REPORTS/conform.sarif"
  heading 'Test of the server'
  { echo '```'; grep -v '^::' "$log" | tail -n 60; echo '```'; } >> "$GITHUB_STEP_SUMMARY"
}

install
lint
diff_with_base
test_server
exit "$failed"
