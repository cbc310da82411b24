// Renders a chart with Go's own template engine and Sprig's functions, as Helm does: go run render.go CHART < installation.json.
// The installation's `values` are complete. A test compares it with render.ts where Go and Sprig are installed.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v2"
)

type files struct{ chart string }

func (own files) Get(name string) string {
	text, err := os.ReadFile(filepath.Join(own.chart, name))
	end(err)
	return string(text)
}

func main() {
	chart := os.Args[1]
	var given map[string]interface{}
	end(json.NewDecoder(os.Stdin).Decode(&given))
	given["Files"] = files{chart}
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, dot interface{}) (string, error) {
		var text bytes.Buffer
		err := all.ExecuteTemplate(&text, name, dot)
		return text.String(), err
	}
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		end(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	all.Funcs(functions)
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	end(err)
	for _, path := range paths {
		source, err := os.ReadFile(path)
		end(err)
		template.Must(all.New(filepath.Base(path)).Parse(string(source)))
	}
	for _, path := range paths {
		var text bytes.Buffer
		end(all.ExecuteTemplate(&text, filepath.Base(path), given))
		if filepath.Ext(path) == ".yaml" {
			fmt.Printf("---\n%s\n", strings.ReplaceAll(text.String(), "<no value>", ""))
		}
	}
}

func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
