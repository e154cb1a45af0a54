// Fills in what Go gives for the cases of ../recorded: go run . ../recorded/*.json
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/ghodss/yaml"
	stream "k8s.io/apimachinery/pkg/util/yaml"
)

// One call; numbers of the arguments are float64, as natives of Jsonnet get them.
type oneCase struct {
	Name string `json:"name"`
	Args []any  `json:"args"`
}

type recording struct {
	Source string            `json:"source"`
	Native string            `json:"native"`
	Cases  []json.RawMessage `json:"cases"`
}

func parseYaml(text string) (any, error) {
	documents := []any{}
	decoder := stream.NewYAMLToJSONDecoder(strings.NewReader(text))
	for {
		var document any
		err := decoder.Decode(&document)
		if err == io.EOF {
			return documents, nil
		}
		if err != nil {
			return nil, err
		}
		documents = append(documents, document)
	}
}

func call(native string, args []any) (any, error) {
	text := func(index int) string { return args[index].(string) }
	number := func(index int) int { return int(args[index].(float64)) }
	switch native {
	case "parseYaml":
		return parseYaml(text(0))
	case "manifestYaml":
		out, err := yaml.Marshal(args[0])
		return string(out), err
	case "manifestJson":
		out, err := json.MarshalIndent(args[0], "", strings.Repeat(" ", number(1)))
		return string(out) + "\n", err
	case "escapeStringRegex":
		return regexp.QuoteMeta(text(0)), nil
	case "regexMatch":
		return regexp.MatchString(text(0), text(1))
	case "regexSubst":
		compiled, err := regexp.Compile(text(0))
		if err != nil {
			return nil, err
		}
		return compiled.ReplaceAllString(text(1), text(2)), nil
	case "parseInt":
		value, err := strconv.ParseInt(text(0), number(1), 64)
		return float64(value), err
	}
	return nil, fmt.Errorf("unknown native %s", native)
}

// A line of JSON without Go's escapes for HTML.
func line(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

func record(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var all recording
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	rows := make([]string, len(all.Cases))
	for index, raw := range all.Cases {
		var row oneCase
		if err := json.Unmarshal(raw, &row); err != nil {
			return err
		}
		value, err := call(all.Native, row.Args)
		result := struct {
			Name  string          `json:"name"`
			Args  json.RawMessage `json:"args"`
			Value any             `json:"value"`
		}{row.Name, argsOf(raw), value}
		if err != nil {
			rows[index] = string(line(struct {
				Name  string          `json:"name"`
				Args  json.RawMessage `json:"args"`
				Error bool            `json:"error"`
			}{row.Name, argsOf(raw), true}))
		} else {
			rows[index] = string(line(result))
		}
	}
	out := fmt.Sprintf("{\n  \"source\": %s,\n  \"native\": %s,\n  \"cases\": [\n    %s\n  ]\n}\n",
		line(all.Source), line(all.Native), strings.Join(rows, ",\n    "))
	return os.WriteFile(path, []byte(out), 0o644)
}

// The arguments as they were written, so that recording again changes nothing but results.
func argsOf(raw json.RawMessage) json.RawMessage {
	var row struct {
		Args json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(raw, &row); err != nil {
		panic(err)
	}
	return row.Args
}

func main() {
	for _, path := range os.Args[1:] {
		if err := record(path); err != nil {
			fmt.Fprintln(os.Stderr, path+":", err)
			os.Exit(1)
		}
	}
}
