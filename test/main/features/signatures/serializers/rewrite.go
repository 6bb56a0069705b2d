// Parses the body on standard input and writes it again as Go programs do: a name and Base64 on each line.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	var value map[string]any
	if err := json.Unmarshal(body, &value); err != nil {
		panic(err)
	}
	compact, _ := json.Marshal(value)
	indented, _ := json.MarshalIndent(value, "", "  ")
	fmt.Printf("json.Marshal of a map\t%s\n", base64.StdEncoding.EncodeToString(compact))
	fmt.Printf("json.MarshalIndent of a map\t%s\n", base64.StdEncoding.EncodeToString(indented))
}
